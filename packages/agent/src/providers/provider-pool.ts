import type { ModelProvider } from '@sluice/core';
import { SharedConnections } from '../http/shared-connections.ts';
import { chosenModel } from './chosen-model.ts';
import type { ModelChoice } from './model-choice.ts';
import { openProvider, type OpenedProvider } from './open-provider.ts';

/**
 * The models of one session. Each `open` is a provider of its own, which its agent closes; all of one service use the same
 * connections. A recording is played once for all of them, in the order in which they ask.
 */
export class ProviderPool {
  readonly #choice: Omit<ModelChoice, 'model' | 'connections'>;
  readonly #connections = new SharedConnections();
  readonly #recordings = new Map<string, Promise<OpenedProvider>>();

  constructor(choice: Omit<ModelChoice, 'model' | 'connections'>) {
    this.#choice = choice;
  }

  /** @param model a name or an alias, as `--model` takes it. Default: the model of the environment or the settings */
  async open(model?: string): Promise<OpenedProvider> {
    const choice: ModelChoice = { ...this.#choice, model, connections: this.#connections };
    const chosen = chosenModel(choice);
    if (!chosen.ok || !chosen.name.startsWith('replay:')) return openProvider(choice);
    const opening = this.#recordings.get(chosen.name) ?? openProvider(choice);
    this.#recordings.set(chosen.name, opening);
    const opened = await opening;
    if (!opened.ok) this.#recordings.delete(chosen.name);
    return opened.ok ? { ok: true, provider: view(opened.provider) } : opened;
  }
}

/** Agents tell providers apart, such as to close one of them. */
function view(provider: ModelProvider): ModelProvider {
  return { ...provider };
}

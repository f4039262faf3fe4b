import type { ModelProvider } from '@sluice/core';
import { SharedConnections } from '../http/shared-connections.ts';
import { chosenModel } from './chosen-model.ts';
import type { ModelChoice } from './model-choice.ts';
import { openProvider, type OpenedProvider } from './open-provider.ts';

/**
 * The models of one session. Each `open` returns a separate provider that its agent closes; models of one
 * service share connections. A recording is played once for all of them, in request order.
 */
export class ProviderPool {
  readonly #choice: Omit<ModelChoice, 'model' | 'connections'>;
  readonly #connections = new SharedConnections();
  readonly #recordings = new Map<string, Promise<OpenedProvider>>();

  constructor(choice: Omit<ModelChoice, 'model' | 'connections'>) {
    this.#choice = choice;
  }

  /**
   * @param model a name or alias, as `--model` accepts it. Default: the model from the environment or the
   * settings
   */
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

/** Gives each agent a distinct object, so that it can close its own. */
function view(provider: ModelProvider): ModelProvider {
  return { ...provider };
}

import { systemClock, type ModelProvider } from '@sluice/core';
import { chosenModel } from './chosen-model.ts';
import { createConcealer, secretsOfAddress, secretsOfHeaders } from './conceal.ts';
import { findEndpoint } from './endpoint.ts';
import type { Chosen, ModelChoice } from './model-choice.ts';
import { modelLimits } from './model-limits.ts';
import { requestLimits } from './request-limits.ts';

export type OpenedProvider = Chosen<{ readonly provider: ModelProvider }>;

/**
 * Opens the model that is chosen: `service/model`, a bare `claude-…`, `replay:FILE` or `ai-sdk:PACKAGE/model`. A
 * problem's message says which option or variable mends it. What a choice does not need is not loaded.
 */
export async function openProvider(choice: ModelChoice): Promise<OpenedProvider> {
  const chosen = chosenModel(choice);
  if (!chosen.ok) return chosen;
  const { name, isFromSettings } = chosen;
  if (name.startsWith('replay:')) {
    const { openReplay } = await import('./replay-provider.ts');
    return openReplay(name, choice);
  }
  if (name.startsWith('ai-sdk:')) {
    if (isFromSettings) return { ok: false, message: packageFromSettings(name) };
    const { openAiSdk } = await import('./ai-sdk/open-ai-sdk.ts');
    return openAiSdk(name, choice);
  }
  return openHttp(name, choice);
}

async function openHttp(name: string, choice: ModelChoice): Promise<OpenedProvider> {
  const found = findEndpoint(name, choice);
  if (!found.ok) return found;
  const { endpoint } = found;
  const { base, key, headers } = endpoint;
  const { env, warn = () => undefined, clock = systemClock, random = Math.random } = choice;
  const { createConnections } = await import('../http/connections.ts');
  const opened = await createConnections(base, env);
  if (!opened.ok) return opened;
  const { createHttpProvider } = await import('./http-provider.ts');
  const secrets = [key ?? '', ...secretsOfAddress(base), ...secretsOfHeaders(headers)];
  const concealer = createConcealer(secrets);
  const sizes = modelLimits(endpoint.model);
  const { contextWindow = sizes.contextWindow, maxOutputTokens = sizes.maxOutputTokens } = choice;
  const file = env['SLUICE_RECORD'] ?? '';
  const { createRecorder } = file === '' ? {} : await import('./recorder.ts');
  const conceal = concealer.text;
  const provider = createHttpProvider({
    endpoint,
    connections: opened.connections,
    sizes: { contextWindow, maxOutputTokens },
    limits: requestLimits(env, warn),
    concealer,
    recorder: createRecorder?.(file, { clock, conceal, warn }),
    clock,
    random,
  });
  return { ok: true, provider };
}

function packageFromSettings(name: string): string {
  return `The settings choose the model ${JSON.stringify(name)}, which would run a package of this project. Say so yourself: --model ${name}, or the environment variable SLUICE_MODEL.`;
}

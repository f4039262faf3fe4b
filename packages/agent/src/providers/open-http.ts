import { resolve } from 'node:path';
import { systemClock, type ModelProvider } from '@sluice/core';
import { createConnections } from '../http/connections.ts';
import { createRedactor, secretsOfAddress, secretsOfHeaders } from './redactor.ts';
import { environmentNumber } from './environment-number.ts';
import { findEndpoint, type Endpoint } from './endpoint.ts';
import { createHttpProvider } from './http-provider.ts';
import type { Chosen, ModelChoice } from './model-choice.ts';
import { modelLimits } from './model-limits.ts';
import { requestLimits } from './request-limits.ts';

/** A model of a service; connects with the first request. */
export async function openHttp(
  name: string,
  choice: ModelChoice,
): Promise<Chosen<{ readonly provider: ModelProvider }>> {
  const found = findEndpoint(name, choice);
  if (!found.ok) return found;
  const { endpoint } = found;
  const { base, key, headers } = endpoint;
  const { env, warn = () => undefined, clock = systemClock, random = Math.random } = choice;
  const opened = await (choice.connections?.open(base, env) ?? createConnections(base, env));
  if (!opened.ok) return opened;
  const secrets = [key ?? '', ...secretsOfAddress(base), ...secretsOfHeaders(headers)];
  const redactor = createRedactor(secrets);
  const sizes = modelLimits(endpoint.model);
  const { betas = [] } = choice;
  const limit = environmentNumber(env, ['CLAUDE_CODE_MAX_OUTPUT_TOKENS'], 1, warn);
  const { contextWindow = windowWith(betas, endpoint) ?? sizes.contextWindow } = choice;
  const maxOutputTokens = choice.maxOutputTokens ?? Math.min(limit ?? sizes.maxOutputTokens, contextWindow);
  const record = env['SLUICE_RECORD'] ?? '';
  const { createRecorder } = record === '' ? {} : await import('./recorder.ts');
  const file = resolve(choice.cwd ?? '.', record);
  const provider = createHttpProvider({
    endpoint,
    connections: opened.connections,
    sizes: { contextWindow, maxOutputTokens },
    limits: requestLimits(env, warn),
    redactor,
    wantsLateTools: choice.wantsLateTools ?? false,
    betas,
    clientApp: clientAppOf(env),
    textEveryMs: choice.textEveryMs,
    recorder: createRecorder?.(file, { clock, redactor, warn }),
    clock,
    random,
  });
  return { ok: true, provider };
}

/** With this beta, models that have room for it take more. */
function windowWith(betas: readonly string[], { api, model }: Endpoint): number | undefined {
  const isLong = betas.some((beta) => beta.startsWith('context-1m-'));
  return isLong && api === 'anthropic' && model.includes('sonnet-4') ? 1_000_000 : undefined;
}

/** What programs with the Agent SDK call themselves, as far as it may be in a header. */
function clientAppOf(env: ModelChoice['env']): string | undefined {
  const name = env['CLAUDE_AGENT_SDK_CLIENT_APP']?.trim() ?? '';
  return /^[\w .,:/@+-]{1,200}$/.test(name) ? name : undefined;
}

import type { ModelProvider } from '@sluice/core';
import { chosenModel } from './chosen-model.ts';
import { findEndpoint } from './endpoint.ts';
import { modelLimits } from './model-limits.ts';
import type { Chosen, ModelChoice } from './model-choice.ts';
import { searchesWeb } from './searches-web.ts';
import { SERVICES } from './services.ts';

/**
 * How requests prove who sends them: a key, a bearer token, headers of the user's own, or nothing: the server
 * needs none, or the model is a recording or a package of the user's own (`replay:`, `ai-sdk:`).
 */
export type AuthMethod = 'api_key' | 'auth_token' | 'custom_headers' | 'none';

/** Where the chosen model is, and what opens it. Holds no key. */
export interface ModelAccess {
  /** `service/model`, as it was chosen. */
  readonly model: string;
  /** Before the slash. `replay` and `ai-sdk` too. */
  readonly service: string;
  /** Undefined for a recording, and for a package that knows its own address. Without user and password. */
  readonly address: string | undefined;
  readonly authMethod: AuthMethod;
  /** Tokens of the model's context. Undefined for a recording or a package. */
  readonly contextWindow: number | undefined;
  /** Whether the service can search the web, as `ModelProvider.searchesWeb` says it. */
  readonly searchesWeb: NonNullable<ModelProvider['searchesWeb']>;
  /** The environment variable that holds the key, token or headers. */
  readonly source: string | undefined;
}

/** The access that `openProvider` would use for the same choice; opens nothing. Its message tells what is missing. */
export function modelAccess(choice: ModelChoice): Chosen<{ readonly access: ModelAccess }> {
  const chosen = chosenModel(choice);
  if (!chosen.ok) return chosen;
  const { name: model } = chosen;
  const own = /^(?<service>replay|ai-sdk):/.exec(model)?.groups?.['service'];
  if (own !== undefined) return { ok: true, access: { model, service: own, ...OPEN } };
  const found = findEndpoint(model, choice);
  if (!found.ok) return found;
  const { service, base, key, headers } = found.endpoint;
  const address = new URL(base);
  address.username = '';
  address.password = '';
  const shown = {
    model,
    service,
    address: address.href,
    contextWindow: modelLimits(model).contextWindow,
    searchesWeb: searchesWeb(found.endpoint),
  };
  if (key !== undefined) {
    const source = SERVICES.get(service)?.keyVariables.find((name) => isSet(choice.env[name]));
    return { ok: true, access: { ...shown, authMethod: 'api_key', source } };
  }
  return { ok: true, access: { ...shown, ...withoutKey(headers, choice.env) } };
}

const OPEN = {
  address: undefined,
  contextWindow: undefined,
  authMethod: 'none',
  searchesWeb: 'no',
  source: undefined,
} as const;

function withoutKey(headers: object, env: ModelChoice['env']): Pick<ModelAccess, 'authMethod' | 'source'> {
  const proves = Object.hasOwn(headers, 'authorization') || Object.hasOwn(headers, 'x-api-key');
  if (!proves) return { authMethod: 'none', source: undefined };
  const token = 'ANTHROPIC_AUTH_TOKEN';
  if (isSet(env[token])) return { authMethod: 'auth_token', source: token };
  return { authMethod: 'custom_headers', source: 'ANTHROPIC_CUSTOM_HEADERS' };
}

function isSet(value: string | undefined): boolean {
  return (value ?? '').trim() !== '';
}

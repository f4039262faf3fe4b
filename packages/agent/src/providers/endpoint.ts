import { validateHeaderValue } from 'node:http';
import type { Headers } from '../http/connections.ts';
import type { ModelFormat } from '../stream/model-format.ts';
import { baseAddress } from './base-address.ts';
import { customHeaders } from './custom-headers.ts';
import type { Chosen, ModelChoice } from './model-choice.ts';
import { SERVICES, type Service } from './services.ts';

/** Services whose models are recognized by name alone. */
const BY_NAME: readonly (readonly [service: string, form: RegExp])[] = [
  ['anthropic', /^claude-/],
  ['openai', /^(?:gpt-|chatgpt-|o\d)/],
  ['gemini', /^gemini-/],
];

/**
 * The service for a model name without one, and the name as that service spells it. Undefined: it could
 * belong to any service.
 */
function bareModel(name: string): { readonly service: string; readonly model: string } | undefined {
  const model = name.toLowerCase();
  const found = BY_NAME.find(([, form]) => form.test(model));
  return found === undefined ? undefined : { service: found[0], model };
}

/** The service of a model as users write it: before the slash, or known by its name. Undefined: it could be of any service. */
export function serviceOfModel(name: string): string | undefined {
  const slash = name.indexOf('/');
  return slash === -1 ? bareModel(name)?.service : name.slice(0, slash);
}

/** Where and how to reach a model. */
export interface Endpoint {
  /** As the user writes it. */
  readonly name: string;
  readonly service: string;
  /** As its API calls it. */
  readonly model: string;
  readonly api: ModelFormat;
  readonly base: URL;
  readonly key: string | undefined;
  /** Replace or extend the API's own headers. */
  readonly headers: Headers;
}

/** Parses `service/model` and finds its address and key. */
export function findEndpoint(name: string, choice: ModelChoice): Chosen<{ readonly endpoint: Endpoint }> {
  const split = splitName(name, choice);
  if (!split.ok) return split;
  const { service, model } = split;
  const { text, source } = addressOf(service, choice);
  const isOpenAi = URL.canParse(text) && new URL(text).hostname === 'api.openai.com';
  const api = service.api === 'openai' ? (isOpenAi ? 'openai-responses' : 'openai-chat') : service.api;
  const address = baseAddress(text, api, source);
  if (!address.ok) return address;
  const base = address.url;
  const found = credentials(service, base, choice);
  if (!found.ok) return found;
  const { key, headers } = found;
  return { ok: true, endpoint: { name, service: service.name, model, api, base, key, headers } };
}

function splitName(
  name: string,
  { baseUrl, env }: ModelChoice,
): Chosen<{ readonly service: Service; readonly model: string }> {
  const slash = name.indexOf('/');
  const service = slash === -1 ? undefined : SERVICES.get(name.slice(0, slash));
  if (service !== undefined) {
    const model = name.slice(slash + 1);
    if (model !== '') return { ok: true, service, model };
    return {
      ok: false,
      message: `${JSON.stringify(name)} does not name a model. Add it after the slash: ${name}MODEL.`,
    };
  }
  const bare = bareModel(name);
  const hasAddress = baseUrl !== undefined || (env['OPENAI_BASE_URL'] ?? '') !== '';
  // Compatible servers may use any model name; only Claude keeps its own API.
  const own = bare !== undefined && (bare.service === 'anthropic' || !hasAddress) ? bare : undefined;
  const ownService = own === undefined ? undefined : SERVICES.get(own.service);
  if (own !== undefined && ownService !== undefined)
    return { ok: true, service: ownService, model: own.model };
  const openai = SERVICES.get('openai');
  if (hasAddress && openai !== undefined) return { ok: true, service: openai, model: name };
  const anthropic = SERVICES.get('anthropic');
  const hasGateway = (env['ANTHROPIC_BASE_URL'] ?? '') !== '';
  if (hasGateway && anthropic !== undefined) return { ok: true, service: anthropic, model: name };
  const known = [...SERVICES.keys()].join(', ');
  const message = `${JSON.stringify(name.slice(0, 120))} is not a known model. Write SERVICE/MODEL with one of the services ${known}; or replay:FILE; or ai-sdk:PACKAGE/MODEL; or pass the address of a server that supports Chat Completions (--base-url).`;
  return { ok: false, message };
}

function addressOf(
  service: Service,
  { baseUrl, env }: ModelChoice,
): { readonly text: string; readonly source: string } {
  if (baseUrl !== undefined) return { text: baseUrl, source: 'The base URL (--base-url)' };
  const variable = service.addressVariables.find((candidate) => (env[candidate] ?? '') !== '');
  if (variable === undefined) return { text: service.address, source: 'The address' };
  const text = env[variable] ?? '';
  const source = `The environment variable ${variable}`;
  return { text: variable === 'OLLAMA_HOST' ? ollamaAddress(text) : text, source };
}

function credentials(
  service: Service,
  base: URL,
  { env, warn = () => undefined }: ModelChoice,
): Chosen<{ readonly key: string | undefined; readonly headers: Headers }> {
  const isAnthropic = service.api === 'anthropic';
  const custom = isAnthropic ? customHeaders(env['ANTHROPIC_CUSTOM_HEADERS'] ?? '', warn) : {};
  const names = [...service.keyVariables, ...(isAnthropic ? ['ANTHROPIC_AUTH_TOKEN'] : [])];
  const variable = names.find((candidate) => (env[candidate] ?? '').trim() !== '');
  if (variable === undefined) {
    const isOwnAddress = base.host === new URL(service.address).host;
    const hasOther = Object.hasOwn(custom, 'x-api-key') || Object.hasOwn(custom, 'authorization');
    if (!service.needsKey || hasOther) return { ok: true, key: undefined, headers: custom };
    if (isAnthropic && (env['CLAUDE_CODE_OAUTH_TOKEN'] ?? '').trim() !== '') {
      // A login was meant to be used: requests without any key would fail later, and say less.
      const message = `CLAUDE_CODE_OAUTH_TOKEN is a Claude Code login, which Sluice can't use. Set the environment variable ${names.join(' or ')}.`;
      return { ok: false, message };
    }
    if (!isOwnAddress) return { ok: true, key: undefined, headers: custom };
    const message = `No key for ${service.name} (${base.host}): set the environment variable ${names.join(' or ')}. To try without a key, use a local server (--model ollama/MODEL) or a recording (--model replay:FILE).`;
    return { ok: false, message };
  }
  const key = (env[variable] ?? '').trim();
  if (!canStandInHeader(key)) {
    const message = `The environment variable ${variable} contains characters that are not allowed in a key, such as a line break. Copy the key again.`;
    return { ok: false, message };
  }
  if (variable !== 'ANTHROPIC_AUTH_TOKEN') return { ok: true, key, headers: custom };
  return { ok: true, key: undefined, headers: { authorization: `Bearer ${key}`, ...custom } };
}

function canStandInHeader(value: string): boolean {
  try {
    validateHeaderValue('x-api-key', value);
    return true;
  } catch {
    return false;
  }
}

/**
 * The address in OLLAMA_HOST: a host, a port, both, or a full URL. `0.0.0.0` is a listening address, not one
 * to connect to.
 */
function ollamaAddress(text: string): string {
  const whole = text.includes('://') ? text : `http://${text.startsWith(':') ? '127.0.0.1' : ''}${text}`;
  if (!URL.canParse(whole)) return text;
  const url = new URL(whole);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.port === '' && !text.includes('://')) url.port = '11434';
  return url.href;
}

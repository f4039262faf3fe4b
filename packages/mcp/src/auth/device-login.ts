import { setTimeout as delay } from 'node:timers/promises';
import { present } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type {
  AuthorizationServerMetadata,
  FetchLike,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { isSafePage } from './is-safe-page.ts';
import { discoverServer } from './discover-server.ts';
import type { KeptProvider } from './kept-provider.ts';
import type { LoggedIn } from './logged-in.ts';
import type { OAuthSettings } from './oauth-settings.ts';

/** How a user logs in on another device. */
export interface DeviceLogin {
  /** Shows the page, and the code to enter there. */
  readonly show: (page: URL, code: string) => void;
  /** Waits. Rejects once the signal is aborted. Default: by the clock. */
  readonly pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

export interface DeviceLoginOptions extends DeviceLogin {
  /** The server's address. */
  readonly url: string;
  readonly scope: string | undefined;
  readonly resourceMetadataUrl: URL | undefined;
  readonly fetchFn: FetchLike;
  readonly signal: AbortSignal;
}

/** The scope of a login that can be renewed. */
const OFFLINE = 'offline_access';
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** Seconds between questions, if the server names none, and what `slow_down` adds (RFC 8628, 3.5). */
const INTERVAL_S = 5;

/**
 * Logs in with a code that the user enters on another device (RFC 8628), and saves the tokens. Undefined: the server has no such login.
 * @throws if the server can't be reached, or answers with nonsense
 */
export async function logInByDevice(
  provider: KeptProvider,
  settings: OAuthSettings,
  options: DeviceLoginOptions,
): Promise<LoggedIn | undefined> {
  const { url, show, signal, fetchFn } = options;
  const found = await discoverServer(url, settings, options);
  const metadata = found.authorizationServerMetadata;
  const endpoint = metadata === undefined ? undefined : getOwn(metadata, 'device_authorization_endpoint');
  if (metadata === undefined || typeof endpoint !== 'string') return undefined;
  const sdk = await import('@modelcontextprotocol/client');
  const resource = await sdk.selectResourceURL(url, provider, found.resourceMetadata);
  const scope = await scopeFor(options, { metadata, resourceMetadata: found.resourceMetadata });
  const client = await clientFor(provider, settings, metadata, { fetchFn, scope });
  const post = poster(client, sdk.selectClientAuthMethod(client, methodsOf(metadata)), fetchFn, signal);
  const target: Record<string, string> =
    resource === undefined ? {} : { resource: found.resourceMetadata?.resource ?? resource.href };
  const begun = await post(endpoint, { ...present({ scope }), ...target });
  const [deviceCode, userCode, page] = ['device_code', 'user_code', 'verification_uri'].map((key) =>
    textIn(begun, key),
  );
  if (deviceCode === undefined || userCode === undefined || page === undefined || !URL.canParse(page))
    return { ok: false, reason: `The server did not start a login: ${errorIn(begun)}.` };
  if (!isSafePage(new URL(page))) {
    const reason = `The server wants to open ${JSON.stringify(page.slice(0, 200))}. Only https:// addresses, and http:// on this machine, are opened.`;
    return { ok: false, reason };
  }
  show(new URL(page), userCode);
  const ask = (): Promise<JsonObject> =>
    post(metadata.token_endpoint, { grant_type: GRANT, device_code: deviceCode, ...target });
  const answer = await poll(ask, getOwn(begun, 'interval'), options);
  if (answer === undefined) return { ok: false, reason: 'No one logged in within 5 minutes.' };
  const tokens = tokensIn(answer);
  if (tokens === undefined) return { ok: false, reason: `The login was refused: ${errorIn(answer)}.` };
  const { issuer } = metadata;
  provider.saveTokens({ ...tokens, issuer }, { issuer });
  return { ok: true };
}

/** As a login in a browser: the scope that is wanted, or else what the server's metadata lists, and what makes the login last. */
async function scopeFor(
  { url, scope, resourceMetadataUrl, fetchFn }: DeviceLoginOptions,
  {
    metadata,
    resourceMetadata,
  }: {
    readonly metadata: AuthorizationServerMetadata;
    readonly resourceMetadata: OAuthDiscoveryState['resourceMetadata'];
  },
): Promise<string | undefined> {
  const { discoverOAuthProtectedResourceMetadata } = await import('@modelcontextprotocol/client');
  const described = async (): Promise<string | undefined> => {
    // With an authorization server of the entry, it was not needed so far.
    const found =
      resourceMetadata ??
      (await discoverOAuthProtectedResourceMetadata(url, present({ resourceMetadataUrl }), fetchFn).catch(
        () => undefined,
      ));
    return found?.scopes_supported?.join(' ');
  };
  const wanted = scope ?? (await described());
  if (wanted === undefined || wanted === '') return undefined;
  const isOffered = metadata.scopes_supported?.includes(OFFLINE) === true;
  return isOffered && !wanted.split(' ').includes(OFFLINE) ? `${wanted} ${OFFLINE}` : wanted;
}

/** The client that the entry names, or else a new one: one that registered for a browser may not ask for codes. */
async function clientFor(
  provider: KeptProvider,
  { clientId, clientMetadataUrl }: OAuthSettings,
  metadata: AuthorizationServerMetadata,
  { fetchFn, scope }: Pick<DeviceLoginOptions, 'fetchFn' | 'scope'>,
): Promise<StoredOAuthClientInformation> {
  const { issuer } = metadata;
  const named = clientId === undefined ? undefined : provider.clientInformation({ issuer });
  if (named !== undefined) return named;
  const takesDocuments = getOwn(metadata, 'client_id_metadata_document_supported') === true;
  const { registerClient } = await import('@modelcontextprotocol/client');
  const made =
    clientMetadataUrl !== undefined && takesDocuments
      ? { client_id: clientMetadataUrl }
      : await registerClient(issuer, {
          metadata,
          clientMetadata: {
            ...provider.clientMetadata,
            grant_types: [GRANT, 'refresh_token'],
            response_types: [],
          },
          ...present({ scope }),
          fetchFn,
        });
  provider.saveClientInformation({ ...made, issuer }, { issuer });
  return made;
}

function methodsOf(metadata: AuthorizationServerMetadata): string[] {
  const methods = getOwn(metadata, 'token_endpoint_auth_methods_supported');
  return Array.isArray(methods) ? methods.filter((method) => typeof method === 'string') : [];
}

type Post = (url: string, fields: Readonly<Record<string, string>>) => Promise<JsonObject>;

function poster(
  { client_id: id, client_secret: secret }: StoredOAuthClientInformation,
  method: string,
  fetchFn: FetchLike,
  signal: AbortSignal,
): Post {
  const isBasic = method === 'client_secret_basic' && secret !== undefined;
  const basic = `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret ?? '')}`).toString('base64')}`;
  return async (url, fields) => {
    const body = new URLSearchParams({ ...fields, client_id: id });
    if (secret !== undefined && method === 'client_secret_post') body.set('client_secret', secret);
    const headers = {
      accept: 'application/json',
      ...present({ authorization: isBasic ? basic : undefined }),
    };
    const response = await fetchFn(url, { method: 'POST', body, headers, redirect: 'manual', signal });
    const value: unknown = await response.json().catch(() => undefined);
    return isJsonObject(value) ? value : { error: `HTTP ${response.status}` };
  };
}

/** Asks until the user has decided. Undefined: the time is up. */
async function poll(
  ask: () => Promise<JsonObject>,
  interval: unknown,
  { pause = wait, signal }: DeviceLoginOptions,
): Promise<JsonObject | undefined> {
  let seconds = typeof interval === 'number' && interval > 0 ? interval : INTERVAL_S;
  for (;;) {
    await pause(seconds * 1_000, signal).catch(() => {});
    if (signal.aborted) return undefined;
    // A network that fails for a moment doesn't end the login (RFC 8628, 3.5).
    const answer: JsonObject = await ask().catch(() => ({ error: 'slow_down' }));
    const error = textIn(answer, 'error');
    if (error === 'slow_down') seconds += INTERVAL_S;
    else if (error !== 'authorization_pending') return answer;
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal });
}

function tokensIn(answer: JsonObject): StoredOAuthTokens | undefined {
  const [access, type, refresh, scope] = ['access_token', 'token_type', 'refresh_token', 'scope'].map((key) =>
    textIn(answer, key),
  );
  const life = getOwn(answer, 'expires_in');
  if (access === undefined || type === undefined) return undefined;
  return {
    access_token: access,
    token_type: type,
    ...present({ expires_in: typeof life === 'number' ? life : undefined, refresh_token: refresh, scope }),
  };
}

function errorIn(answer: JsonObject): string {
  return textIn(answer, 'error_description') ?? textIn(answer, 'error') ?? 'it has no code';
}

function textIn(value: JsonObject, key: string): string | undefined {
  const text = getOwn(value, key);
  return typeof text === 'string' ? text : undefined;
}

import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { createProxiedFetch } from '@sluice/agent/http';
import { errorText, present } from '@sluice/base';
import { getOwn, type JsonObject } from '@sluice/core';
import type { FetchLike } from '@modelcontextprotocol/client';
import { logInByDevice, type DeviceLogin } from './device-login.ts';
import { discoverServer } from './discover-server.ts';
import { isSafePage } from './is-safe-page.ts';
import { KeptProvider } from './kept-provider.ts';
import { NetworkFailure, withNetworkFailures } from '../network-failure.ts';
import { loginFetch } from './login-fetch.ts';
import { LoginStore, type Challenge } from './login-store.ts';
import type { LoggedIn } from './logged-in.ts';
import { clientIdIn, readOAuthSettings, type OAuthSettings } from './oauth-settings.ts';
import { readChallenge } from './read-challenge.ts';
import { wantedScope } from './wanted-scope.ts';

export interface LogInOptions {
  /** Where logins are kept. */
  readonly directory: string;
  /** The server's URL. */
  readonly url: string;
  readonly oauth: JsonObject | undefined;
  /** The entry is the user's own, not a repository's or a plugin's. */
  readonly isOwn: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Shows the user the login page. */
  readonly visit: (url: URL) => void;
  /** The URL that the browser was redirected to, as the user pasted it; for a browser on another machine. */
  readonly pasted?: AsyncIterable<string> | undefined;
  /** The pasted URL belongs to another login; this one goes on. Must not throw. */
  readonly onWrongPaste?: (() => void) | undefined;
  /** There is no browser on this machine: where the server can, the user enters a code on another one. */
  readonly device?: DeviceLogin | undefined;
  readonly signal: AbortSignal;
}

const WAIT_MS = 5 * 60_000;
const CHALLENGE_MS = 10_000;

/** Lets the user log in to a server in the browser, and saves the tokens. Takes at most five minutes. */
export async function logIn(options: LogInOptions): Promise<LoggedIn> {
  const { directory, url, oauth, env, isOwn, visit, signal } = options;
  const settings = readOAuthSettings(oauth, env, isOwn);
  const store = new LoginStore(directory, url, settings.clientId);
  const callback = new Callback();
  const port = await callback.listen(settings.callbackPort ?? 0);
  if (typeof port === 'string') return { ok: false, reason: port };
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
  try {
    const { auth } = await import('@modelcontextprotocol/client');
    const proxied = withNetworkFailures(createProxiedFetch(env), url);
    const fetchFn = loginFetch(proxied, [url, settings.metadataUrl]);
    let unsafe: URL | undefined;
    const provider = new KeptProvider(store, settings, {
      redirectUrl: `http://localhost:${port}/callback`,
      visit(page) {
        if (isSafePage(page)) visit(page);
        else unsafe = page;
      },
    });
    callback.expect(provider.stateText);
    const challenge = store.challenge() ?? (await askForChallenge(url, fetchFn, timeout));
    // The authorization server may have changed since the last login.
    store.save({ discovery: undefined });
    if (settings.metadataUrl !== undefined)
      store.save({ discovery: await discoverServer(url, settings, { fetchFn }) });
    const scope = wantedScope(settings.scope, challenge, store.read());
    const done = (): LoggedIn => {
      store.save({ scope, login: randomUUID() });
      store.saveChallenge(undefined);
      return { ok: true };
    };
    const resourceMetadataUrl =
      challenge?.resourceMetadataUrl === undefined ? undefined : new URL(challenge.resourceMetadataUrl);
    if (options.device !== undefined) {
      const about = { url, scope, resourceMetadataUrl, fetchFn, signal: timeout };
      const byDevice = await logInByDevice(provider, settings, { ...options.device, ...about });
      if (byDevice !== undefined) return byDevice.ok ? done() : byDevice;
    }
    const request = {
      serverUrl: url,
      fetchFn,
      ...present({ scope, resourceMetadataUrl }),
    };
    const asked = await auth(provider, { ...request, forceReauthorization: true });
    if (unsafe !== undefined) {
      const reason = `The server wants to open ${JSON.stringify(unsafe.href.slice(0, 200))}. Only https:// addresses, and http:// on this machine, are opened.`;
      return { ok: false, reason };
    }
    if (asked === 'AUTHORIZED') return done();
    const answer = await callback.wait(options, timeout);
    if (!answer.ok) return answer;
    const { code, iss } = answer;
    await auth(provider, { ...request, authorizationCode: code, ...present({ iss }) });
    return done();
  } catch (error) {
    if (error instanceof NetworkFailure) return { ok: false, reason: error.message };
    const reason = unknownClient(store, settings) ?? noAuthorizationServer(store, url, error);
    return { ok: false, reason: reason ?? failureText(url, error) };
  } finally {
    callback.close();
  }
}

/** An answer that doesn't fit the protocol fails with the details of its checks, which say nothing to a person. */
function failureText(url: string, error: unknown): string {
  const text = errorText(error);
  const isUnreadable =
    error instanceof SyntaxError || (error instanceof Error && 'issues' in error) || /Raw body:/.test(text);
  if (!isUnreadable) return `Logging in failed: ${text}`;
  return `Logging in failed: the authorization server of ${new URL(url).origin} did not answer with OAuth. Check "url" and "oauth" in the server's entry, or ask its operator.`;
}

/** What to set if the authorization server takes only clients that it knows. Undefined: that isn't the problem. */
function unknownClient(
  store: LoginStore,
  { clientId, clientMetadataUrl }: OAuthSettings,
): string | undefined {
  const metadata = store.read().discovery?.authorizationServerMetadata;
  if (metadata === undefined || clientId !== undefined) return undefined;
  if (metadata.registration_endpoint !== undefined) return undefined;
  const takesDocuments = getOwn(metadata, 'client_id_metadata_document_supported') === true;
  if (takesDocuments && clientMetadataUrl !== undefined) return undefined;
  const documents = takesDocuments
    ? ', or set "clientMetadataUrl" to the address of a document about it'
    : '';
  return `${JSON.stringify(metadata.issuer)} doesn't let Sluice register. Register a client there, and set its "clientId" under "oauth" in the server's entry${documents}.`;
}

/** Without metadata, the attempt to register goes to an address that is a guess. Undefined: that isn't the problem. */
function noAuthorizationServer(store: LoginStore, url: string, error: unknown): string | undefined {
  const isGuess = store.read().discovery?.authorizationServerMetadata === undefined;
  if (!isGuess || !errorText(error).includes('Dynamic Client Registration')) return undefined;
  return `No authorization server was found for ${url}. Check "url" in its entry, or set "authServerMetadataUrl" under "oauth" there. If the server takes a fixed key, it needs no login: add the key to the entry with --header "Authorization: Bearer …".`;
}

/** How a server refuses a request without a login; undefined: it doesn't, or can't be reached. */
async function askForChallenge(
  url: string,
  fetchFn: FetchLike,
  signal: AbortSignal,
): Promise<Challenge | undefined> {
  try {
    const response = await fetchFn(url, {
      headers: { accept: 'text/event-stream' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(CHALLENGE_MS)]),
    });
    const challenge = await readChallenge(response);
    await response.body?.cancel();
    return challenge;
  } catch {
    return undefined;
  }
}

/**
 * Deletes the logins at a server. False: there were none.
 * @param oauth of its entry: each client that an entry names has its own
 */
export function logOut(directory: string, url: string, oauth: JsonObject | undefined): boolean {
  const store = new LoginStore(directory, url, clientIdIn(oauth));
  const { tokens } = store.read();
  store.remove();
  return Object.keys(tokens).length > 0;
}

/** Shown in the browser. */
const TAKEN = 'You are logged in. You can close this page.\n';
const REFUSED =
  'This response belongs to another login. Sluice ignored it, and is still waiting for yours.\n';

type Answer =
  | { readonly ok: true; readonly code: string; readonly iss: string | undefined }
  | { readonly ok: false; readonly reason: string };

/** Where the browser comes back to after a login. Any page can send it there: what belongs to another login is refused, and ends nothing. */
class Callback {
  readonly #server: Server;
  readonly #came = Promise.withResolvers<URL>();
  #state: string | undefined;

  constructor() {
    this.#server = createServer((request, response) => {
      const address = new URL(request.url ?? '/', 'http://localhost');
      const isCallback = request.method === 'GET' && address.pathname === '/callback';
      const isOurs = isCallback && this.#belongs(address);
      response.writeHead(isOurs ? 200 : isCallback ? 400 : 404, {
        'content-type': 'text/plain; charset=utf-8',
      });
      response.end(isOurs ? TAKEN : isCallback ? REFUSED : 'Not found.\n');
      if (isOurs) this.#came.resolve(address);
    });
  }

  /** Takes the answer with this `state`, and no other. */
  expect(state: string): void {
    this.#state = state;
  }

  #belongs(address: URL): boolean {
    return this.#state !== undefined && address.searchParams.get('state') === this.#state;
  }

  /** The port, or why there is none. */
  async listen(port: number): Promise<number | string> {
    this.#server.listen(port, '127.0.0.1');
    try {
      await once(this.#server, 'listening');
    } catch (error) {
      return `Port ${port} on this machine can't be used: ${errorText(error)}. Set "callbackPort" under "oauth", or MCP_OAUTH_CALLBACK_PORT.`;
    }
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 'There is no free port.';
  }

  async wait(
    { pasted, onWrongPaste }: Pick<LogInOptions, 'pasted' | 'onWrongPaste'>,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
    const onAbort = (): void => end(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) end(undefined);
    void this.#readPasted(pasted, onWrongPaste);
    const address = await Promise.race([this.#came.promise, ended]);
    signal.removeEventListener('abort', onAbort);
    if (address === undefined) return { ok: false, reason: 'No one logged in within 5 minutes.' };
    const given = address.searchParams;
    const [code, error] = [given.get('code'), given.get('error')];
    if (code === null) return { ok: false, reason: `The login was refused (${error ?? 'no code'}).` };
    return { ok: true, code, iss: given.get('iss') ?? undefined };
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #readPasted(
    pasted: AsyncIterable<string> | undefined,
    onWrongPaste: (() => void) | undefined,
  ): Promise<void> {
    if (pasted === undefined) return;
    for await (const line of pasted) {
      const text = line.trim();
      if (!URL.canParse(text)) continue;
      const address = new URL(text);
      if (this.#belongs(address)) this.#came.resolve(address);
      else onWrongPaste?.();
    }
  }
}

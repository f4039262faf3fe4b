import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { createProxiedFetch } from '@sluice/agent/http';
import { isLoopback, errorText } from '@sluice/base';
import type { JsonObject } from '@sluice/core';
import type { FetchLike } from '@modelcontextprotocol/client';
import { KeptProvider } from './kept-provider.ts';
import { LoginStore, type Challenge } from './login-store.ts';
import { readOAuthSettings } from './oauth-settings.ts';
import { readChallenge } from './read-challenge.ts';
import { wantedScope } from './wanted-scope.ts';

export interface LogInOptions {
  /** Where logins are kept. */
  readonly directory: string;
  /** The server's URL. */
  readonly url: string;
  readonly oauth: JsonObject | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Shows the user the login page. */
  readonly visit: (url: URL) => void;
  /** The URL that the browser was redirected to, as the user pasted it; for a browser on another machine. */
  readonly pasted?: AsyncIterable<string> | undefined;
  readonly signal: AbortSignal;
}

export type LoggedIn =
  | { readonly ok: true }
  /** `reason`: a sentence for the user. */
  | { readonly ok: false; readonly reason: string };

const WAIT_MS = 5 * 60_000;
const CHALLENGE_MS = 10_000;

/** Lets the user log in to a server in the browser, and saves the tokens. Takes at most five minutes. */
export async function logIn(options: LogInOptions): Promise<LoggedIn> {
  const { directory, url, oauth, env, visit, signal } = options;
  const settings = readOAuthSettings(oauth, env);
  const store = new LoginStore(directory, url);
  const callback = new Callback();
  const port = await callback.listen(settings.callbackPort ?? 0);
  if (typeof port === 'string') return { ok: false, reason: port };
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
  try {
    const { auth } = await import('@modelcontextprotocol/client');
    const fetchFn = createProxiedFetch(env);
    let unsafe: URL | undefined;
    const provider = new KeptProvider(store, settings, {
      redirectUrl: `http://localhost:${port}/callback`,
      visit(page) {
        if (isSafe(page)) visit(page);
        else unsafe = page;
      },
    });
    const challenge = store.challenge() ?? (await askForChallenge(url, fetchFn, timeout));
    // The authorization server may have changed since the last login.
    store.save({ discovery: undefined });
    const scope = wantedScope(settings.scope, challenge, store.read());
    const request = {
      serverUrl: url,
      fetchFn,
      ...(scope !== undefined && { scope }),
      ...(challenge?.resourceMetadataUrl !== undefined && {
        resourceMetadataUrl: new URL(challenge.resourceMetadataUrl),
      }),
    };
    const asked = await auth(provider, { ...request, forceReauthorization: true });
    if (unsafe !== undefined) {
      const reason = `The server wants to open ${JSON.stringify(unsafe.href.slice(0, 200))}. Only https:// addresses, and http:// on this machine, are opened.`;
      return { ok: false, reason };
    }
    const done = (): LoggedIn => {
      store.save({ scope });
      store.saveChallenge(undefined);
      return { ok: true };
    };
    if (asked === 'AUTHORIZED') return done();
    const answer = await callback.wait(provider.stateText, options.pasted, timeout);
    if (!answer.ok) return answer;
    const { code, iss } = answer;
    await auth(provider, { ...request, authorizationCode: code, ...(iss !== undefined && { iss }) });
    return done();
  } catch (error) {
    return { ok: false, reason: `Logging in failed: ${errorText(error)}` };
  } finally {
    callback.close();
  }
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

/** Deletes the logins at a server. */
export function logOut(directory: string, url: string): void {
  new LoginStore(directory, url).remove();
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')));
}

type Answer =
  | { readonly ok: true; readonly code: string; readonly iss: string | undefined }
  | { readonly ok: false; readonly reason: string };

/** Where the browser comes back to after a login. */
class Callback {
  readonly #server: Server;
  readonly #came = Promise.withResolvers<URL>();

  constructor() {
    this.#server = createServer((request, response) => {
      const address = new URL(request.url ?? '/', 'http://localhost');
      const isCallback = request.method === 'GET' && address.pathname === '/callback';
      response.writeHead(isCallback ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(isCallback ? 'Sluice has the answer. You can close this page.\n' : 'Not found.\n');
      if (isCallback) this.#came.resolve(address);
    });
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

  async wait(state: string, pasted: AsyncIterable<string> | undefined, signal: AbortSignal): Promise<Answer> {
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
    const onAbort = (): void => end(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) end(undefined);
    void this.#readPasted(pasted);
    const address = await Promise.race([this.#came.promise, ended]);
    signal.removeEventListener('abort', onAbort);
    if (address === undefined) return { ok: false, reason: 'Nobody logged in within 5 minutes.' };
    const given = address.searchParams;
    if (given.get('state') !== state)
      return { ok: false, reason: 'The answer belongs to another login. Try again.' };
    const [code, error] = [given.get('code'), given.get('error')];
    if (code === null) return { ok: false, reason: `The login was refused (${error ?? 'no code'}).` };
    return { ok: true, code, iss: given.get('iss') ?? undefined };
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #readPasted(pasted: AsyncIterable<string> | undefined): Promise<void> {
    if (pasted === undefined) return;
    for await (const line of pasted) {
      const text = line.trim();
      if (URL.canParse(text)) this.#came.resolve(new URL(text));
    }
  }
}

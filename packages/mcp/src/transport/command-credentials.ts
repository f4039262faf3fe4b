import { getOwn, isJsonObject } from '@sluice/core';
import type { FetchLike } from '@modelcontextprotocol/client';
import type { HelperOutput } from './run-helper.ts';
import { RENEWED_AT, type RemoteAuthorization } from '../auth/access-tokens.ts';
import { headerProblem } from '../header-problem.ts';

export interface CommandCredentialsOptions {
  /** Runs `mcp.credentialCommand` for this server. Never rejects. */
  readonly run: () => Promise<HelperOutput>;
  /** The server's address. */
  readonly url: string;
  readonly fetch: FetchLike;
}

export type OpenedCredentials =
  /** `authorization` undefined: the command printed nothing, so it has no credentials for this server. */
  | { readonly ok: true; readonly authorization: RemoteAuthorization | undefined }
  /** What is wrong, and how to fix it: sentences. */
  | { readonly ok: false; readonly reason: string };

interface Credentials {
  readonly token: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since the Unix epoch; `Infinity`: until the server refuses them. */
  readonly renewAt: number;
  readonly expiresAt: number;
}

type ReadCredentials =
  | { readonly ok: true; readonly credentials: Credentials | undefined }
  | { readonly ok: false; readonly reason: string };

const TOKEN = /^[!-~]+$/;

/**
 * Credentials that a command of the user's prints: a token, or a JSON object `{ token, headers, expiresIn }` (seconds). They stay
 * in memory, and are used until they expire or the server answers 401.
 */
export async function openCommandCredentials(options: CommandCredentialsOptions): Promise<OpenedCredentials> {
  const first = await readCredentials(options.run);
  if (!first.ok) return first;
  if (first.credentials === undefined) return { ok: true, authorization: undefined };
  return { ok: true, authorization: new CommandCredentials(options, first.credentials) };
}

class CommandCredentials implements RemoteAuthorization {
  readonly #options: CommandCredentialsOptions;
  #current: Credentials;
  /** The command runs once for all requests that wait for it. */
  #renewal: Promise<void> | undefined;
  /** What was sent with a request, by its response. */
  readonly #sent = new WeakMap<Response, Credentials>();

  constructor(options: CommandCredentialsOptions, first: Credentials) {
    this.#options = options;
    this.#current = first;
  }

  readonly fetch: FetchLike = async (input, init) => {
    const current = this.#current;
    const headers = new Headers(init?.headers);
    if (new URL(input).origin === new URL(this.#options.url).origin)
      for (const [name, value] of Object.entries(current.headers)) headers.set(name, value);
    const response = await this.#options.fetch(input, { ...init, headers });
    this.#sent.set(response, current);
    return response;
  };

  async token(): Promise<string | undefined> {
    const { renewAt, expiresAt } = this.#current;
    if (Date.now() >= renewAt)
      await this.#renew().catch((error: unknown) => {
        // Until they expire, they are worth a try.
        if (Date.now() >= expiresAt) throw error;
      });
    return this.#current.token;
  }

  async onUnauthorized({ response }: { readonly response: Response }): Promise<void> {
    const refused = this.#sent.get(response) ?? this.#current;
    if (refused === this.#current) await this.#renew();
    if (!isSame(refused, this.#current)) return;
    const { UnauthorizedError } = await import('@modelcontextprotocol/client');
    throw new UnauthorizedError('The server rejected the credentials from mcp.credentialCommand.');
  }

  #renew(): Promise<void> {
    this.#renewal ??= this.#load().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #load(): Promise<void> {
    const read = await readCredentials(this.#options.run);
    if (!read.ok) throw new Error(read.reason);
    if (read.credentials === undefined) throw new Error('mcp.credentialCommand printed nothing for it.');
    this.#current = read.credentials;
  }
}

function isSame(one: Credentials, other: Credentials): boolean {
  return one.token === other.token && JSON.stringify(one.headers) === JSON.stringify(other.headers);
}

async function readCredentials(run: () => Promise<HelperOutput>): Promise<ReadCredentials> {
  const output = await run();
  return output.ok ? parseCredentials(output.text.trim(), Date.now()) : wrong(output.problem);
}

function parseCredentials(text: string, now: number): ReadCredentials {
  if (text === '') return { ok: true, credentials: undefined };
  if (!text.startsWith('{')) {
    if (!TOKEN.test(text)) return wrong('it printed neither a token nor JSON');
    return {
      ok: true,
      credentials: { token: text, headers: {}, renewAt: Infinity, expiresAt: Infinity },
    };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return wrong('it did not print valid JSON');
  }
  if (!isJsonObject(value)) return wrong('it did not print a JSON object');
  const [token, headers = {}, expiresIn = Infinity] = ['token', 'headers', 'expiresIn'].map((key) =>
    getOwn(value, key),
  );
  if (token !== undefined && (typeof token !== 'string' || token === '' || !TOKEN.test(token)))
    return wrong(`its "token" can't be the value of a header`);
  if (typeof expiresIn !== 'number' || expiresIn <= 0)
    return wrong('its "expiresIn" is not a number of seconds above 0');
  if (!isJsonObject(headers)) return wrong('its "headers" are not a JSON object');
  const given: Record<string, string> = {};
  for (const [name, one] of Object.entries(headers)) {
    if (typeof one !== 'string')
      return wrong(`its header ${JSON.stringify(name)} can't be the value of a header`);
    const problem = headerProblem(name, one);
    if (problem !== undefined) return wrong(problem);
    given[name] = one;
  }
  if (token === undefined && Object.keys(given).length === 0)
    return wrong('its JSON has neither a "token" nor "headers"');
  const lifeMs = expiresIn * 1_000;
  const credentials = {
    token,
    headers: given,
    renewAt: now + lifeMs * RENEWED_AT,
    expiresAt: now + lifeMs,
  };
  return { ok: true, credentials };
}

function wrong(what: string): { readonly ok: false; readonly reason: string } {
  const fix = 'Run the command with SLUICE_MCP_SERVER and SLUICE_MCP_URL set to see what it prints.';
  return { ok: false, reason: `mcp.credentialCommand failed: ${what}. ${fix}` };
}

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withLock, writePrivateFileSync, type Locked } from '@sluice/base';
import { isJsonObject, type JsonObject } from '@sluice/core';
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

/** The stored logins at one server. */
export interface KeptLogin {
  /** By the authorization server that issued them. */
  readonly clients: Readonly<Record<string, StoredOAuthClientInformation>>;
  readonly tokens: Readonly<Record<string, KeptTokens>>;
  /** The authorization server that issued the latest tokens. */
  readonly issuer: string | undefined;
  readonly verifier: string | undefined;
  readonly discovery: OAuthDiscoveryState | undefined;
  /** The scope requested with the latest tokens. */
  readonly scope: string | undefined;
  /** Another one after each login: what was learned as one user isn't used for the next. */
  readonly login: string | undefined;
}

/** What a server says with a refusal (`WWW-Authenticate`). */
export interface Challenge {
  readonly resourceMetadataUrl: string | undefined;
  readonly scope: string | undefined;
  /** The login is valid but insufficient for the request. */
  readonly isScopeMissing: boolean;
}

export interface KeptTokens {
  readonly tokens: StoredOAuthTokens;
  /** Milliseconds since the Unix epoch. */
  readonly savedAt: number;
  /** The client of the entry that they were issued to. Null: one that registered. Undefined: an older version didn't say. */
  readonly clientId?: string | null | undefined;
}

const NOTHING: KeptLogin = {
  clients: {},
  tokens: {},
  issuer: undefined,
  verifier: undefined,
  discovery: undefined,
  scope: undefined,
  login: undefined,
};

/**
 * The logins at one URL, of one client that an entry names or of those that registered, in a file that only its owner can read. A change is on disk before anything uses it, so that a
 * single-use token is not lost if the program ends.
 */
export class LoginStore {
  readonly #directory: string;
  readonly #file: string;
  readonly #clientId: string | undefined;
  /** Older versions kept the logins of all clients in it. */
  readonly #shared: string;

  /** @param clientId the client that the entry names. Undefined: one that registers */
  constructor(directory: string, url: string, clientId: string | undefined) {
    this.#directory = directory;
    this.#clientId = clientId;
    this.#file = loginFile(directory, url, clientId);
    this.#shared = loginFile(directory, url, undefined);
  }

  read(): KeptLogin {
    const value = readJson(this.#file);
    return isLogin(value) ? { ...NOTHING, ...value } : (this.#older?.own ?? NOTHING);
  }

  save(change: Partial<KeptLogin>): void {
    this.#write(this.#file, { ...this.read(), ...change });
  }

  /** Why the server last refused a request; determines what the next login requests. */
  challenge(): Challenge | undefined {
    const value = readJson(this.#challenges);
    if (!isJsonObject(value)) return undefined;
    const [resourceMetadataUrl, scope] = [value['resourceMetadataUrl'], value['scope']];
    return {
      resourceMetadataUrl: typeof resourceMetadataUrl === 'string' ? resourceMetadataUrl : undefined,
      scope: typeof scope === 'string' ? scope : undefined,
      isScopeMissing: value['isScopeMissing'] === true,
    };
  }

  /** In a separate file: recording a refusal must not overwrite tokens that another process is refreshing. */
  saveChallenge(challenge: Challenge | undefined): void {
    if (challenge === undefined) rmSync(this.#challenges, { force: true });
    else this.#write(this.#challenges, challenge);
  }

  remove(): void {
    rmSync(this.#file, { force: true });
    const older = this.#older;
    if (older !== undefined) this.#write(this.#shared, older.others);
    rmSync(this.#challenges, { force: true });
  }

  /** What an older version kept of this client, and what it kept of others. Undefined: nothing of this one. */
  get #older(): { readonly own: KeptLogin; readonly others: KeptLogin } | undefined {
    const value = this.#clientId === undefined ? undefined : readJson(this.#shared);
    if (!isLogin(value)) return undefined;
    const kept = { ...NOTHING, ...value };
    const tokens = Object.entries(kept.tokens);
    const isOwn = ({ clientId }: KeptTokens): boolean => clientId === this.#clientId;
    if (!tokens.some(([, one]) => isOwn(one))) return undefined;
    const of = (wanted: boolean): KeptLogin => ({
      ...kept,
      tokens: Object.fromEntries(tokens.filter(([, one]) => isOwn(one) === wanted)),
    });
    return { own: of(true), others: of(false) };
  }

  get #challenges(): string {
    return `${this.#file}.challenge`;
  }

  #write(path: string, value: object): void {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    writePrivateFileSync(path, `${JSON.stringify(value)}\n`, { flush: true });
  }

  /** One process at a time: two that refresh with the same token would lose it. */
  locked<Result>(work: () => Promise<Result>): Promise<Locked<Result>> {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    return withLock(`${this.#file}.lock`, work);
  }
}

/** Where the logins at a URL are: those of each client that an entry names, and those of clients that register. */
export function loginFile(directory: string, url: string, clientId: string | undefined): string {
  const key = clientId === undefined ? url : JSON.stringify([url, clientId]);
  return join(directory, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function isLogin(value: unknown): value is Partial<KeptLogin> & JsonObject {
  return isJsonObject(value) && isJsonObject(value['clients']) && isJsonObject(value['tokens']);
}

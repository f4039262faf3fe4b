import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { withLock, type Locked } from '@sluice/base';
import { isJsonObject, type JsonObject } from '@sluice/core';
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

/** What is kept of the logins at one server. */
export interface KeptLogin {
  /** By the authorization server that gave them. */
  readonly clients: Readonly<Record<string, StoredOAuthClientInformation>>;
  readonly tokens: Readonly<Record<string, KeptTokens>>;
  /** The authorization server that gave the latest tokens. */
  readonly issuer: string | undefined;
  readonly verifier: string | undefined;
  readonly discovery: OAuthDiscoveryState | undefined;
}

export interface KeptTokens {
  readonly tokens: StoredOAuthTokens;
  /** Milliseconds since the Unix epoch. */
  readonly savedAt: number;
}

const NOTHING: KeptLogin = {
  clients: {},
  tokens: {},
  issuer: undefined,
  verifier: undefined,
  discovery: undefined,
};

/**
 * The logins at one address, in a file for its owner alone. What is saved is on disk before anything uses it, so that a token
 * that may be used only once is not lost with the program.
 */
export class LoginStore {
  readonly #directory: string;
  readonly #file: string;

  constructor(directory: string, url: string) {
    this.#directory = directory;
    const name = createHash('sha256').update(url).digest('hex').slice(0, 32);
    this.#file = join(directory, `${name}.json`);
  }

  read(): KeptLogin {
    let value: unknown;
    try {
      value = JSON.parse(readFileSync(this.#file, 'utf8'));
    } catch {
      return NOTHING;
    }
    return isLogin(value) ? { ...NOTHING, ...value } : NOTHING;
  }

  save(change: Partial<KeptLogin>): void {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    const draft = `${this.#file}.${randomUUID()}.tmp`;
    const file = openSync(draft, 'wx', 0o600);
    try {
      writeSync(file, `${JSON.stringify({ ...this.read(), ...change })}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, this.#file);
  }

  remove(): void {
    rmSync(this.#file, { force: true });
  }

  /** One process at a time: two that refresh with one token would lose it. */
  locked<Result>(work: () => Promise<Result>): Promise<Locked<Result>> {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    return withLock(`${this.#file}.lock`, work);
  }
}

function isLogin(value: unknown): value is Partial<KeptLogin> & JsonObject {
  return isJsonObject(value) && isJsonObject(value['clients']) && isJsonObject(value['tokens']);
}

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { present, writePrivateFileSync } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@sluice/core';

/** What was learned about a server when it was last connected. */
export interface KeptServer {
  readonly era: 'stateless' | 'sessions' | undefined;
  readonly lists: KeptLists | undefined;
  /** Items of `prompts/list`, as received. Undefined: they are not known. */
  readonly prompts: readonly JsonValue[] | undefined;
  /** How long ago the lists came, in milliseconds. 0 without lists. */
  readonly listsAgeMs: number;
}

export interface KeptLists {
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly protocolVersion: string;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  /** Items of `tools/list`, as received. */
  readonly tools: readonly JsonValue[];
  /** How long the server says that its list of tools stays the same, in milliseconds. Undefined: it doesn't say. */
  readonly ttlMs: number | undefined;
}

const ERA_TRUSTED_MS = 24 * 60 * 60_000;
const MAX_BYTES = 8 * 1024 * 1024;
const NOTHING: KeptServer = { era: undefined, lists: undefined, prompts: undefined, listsAgeMs: 0 };

/** A file about one configured server; its content expires. Never throws. */
export class ServerKeeper {
  readonly #directory: string | undefined;
  readonly #identity: () => string;

  /**
   * @param directory for the files of all servers; undefined: nothing is kept
   * @param identity everything that distinguishes the server: its URL or command, its variables, and who is logged in, which may change
   */
  constructor(directory: string | undefined, identity: () => string) {
    this.#directory = directory;
    this.#identity = identity;
  }

  get #file(): string {
    const name = createHash('sha256').update(this.#identity()).digest('hex').slice(0, 32);
    return join(this.#directory ?? '', `${name}.json`);
  }

  /** @param knownForMs how long lists are used */
  read(knownForMs: number, now = Date.now()): KeptServer {
    const value = this.#value();
    if (value === undefined) return NOTHING;
    const isRecent = (key: string, limitMs: number): boolean => {
      const at = getOwn(value, key);
      return typeof at === 'number' && at <= now && now - at < limitMs;
    };
    const era = getOwn(value, 'era');
    const lists = isRecent('listsAt', knownForMs) ? listsIn(getOwn(value, 'lists')) : undefined;
    const prompts = getOwn(value, 'prompts');
    const isEra = era === 'stateless' || era === 'sessions';
    return {
      era: isEra && isRecent('eraAt', ERA_TRUSTED_MS) ? era : undefined,
      lists,
      prompts: lists !== undefined && Array.isArray(prompts) ? prompts : undefined,
      listsAgeMs: lists === undefined ? 0 : now - Number(getOwn(value, 'listsAt')),
    };
  }

  keepEra(era: 'stateless' | 'sessions'): void {
    this.#save({ era, eraAt: Date.now() });
  }

  keepLists({ instructions, ttlMs, serverInfo, ...lists }: KeptLists): void {
    const said = {
      ...present({ instructions, ttlMs }),
    };
    const isKept = this.#save({
      lists: { ...lists, serverInfo: { ...serverInfo }, ...said },
      listsAt: Date.now(),
    });
    // The earlier lists are no longer right.
    if (!isKept) this.forgetLists();
  }

  /** They are used for as long as the lists are. */
  keepPrompts(prompts: readonly JsonValue[]): void {
    if (!this.#save({ prompts })) this.forgetPrompts();
  }

  forgetPrompts(): void {
    if (Array.isArray(this.#value()?.['prompts'])) this.#save({ prompts: null });
  }

  forgetLists(): void {
    if (this.#value()?.['lists'] !== undefined) this.#save({ lists: null, prompts: null });
  }

  forgetEra(): void {
    this.#save({ era: null });
  }

  #value(): JsonObject | undefined {
    if (this.#directory === undefined) return undefined;
    try {
      const file = this.#file;
      if (statSync(file).size > MAX_BYTES) return undefined;
      const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
      return isJsonObject(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  /** False: the file is as it was. */
  #save(change: JsonObject): boolean {
    if (this.#directory === undefined) return false;
    const file = this.#file;
    try {
      const text = JSON.stringify({ ...this.#value(), ...change });
      if (text.length > MAX_BYTES) return false;
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      writePrivateFileSync(file, text);
      return true;
    } catch {
      // The next session asks the server again.
      return false;
    }
  }
}

/** `ttlMs` of a result: milliseconds, 0 or more. Undefined: it has none that can be used. */
export function ttlIn(result: JsonObject): number | undefined {
  const given = getOwn(result, 'ttlMs');
  return typeof given === 'number' && given >= 0 ? given : undefined;
}

function listsIn(value: unknown): KeptLists | undefined {
  if (!isJsonObject(value)) return undefined;
  const [info, tools, capabilities] = ['serverInfo', 'tools', 'capabilities'].map((key) =>
    getOwn(value, key),
  );
  const protocolVersion = getOwn(value, 'protocolVersion');
  const instructions = getOwn(value, 'instructions');
  if (!isJsonObject(info) || !Array.isArray(tools) || !isJsonObject(capabilities)) return undefined;
  if (typeof protocolVersion !== 'string') return undefined;
  const [name, version] = [getOwn(info, 'name'), getOwn(info, 'version')];
  return {
    serverInfo: {
      name: typeof name === 'string' ? name : '',
      version: typeof version === 'string' ? version : '',
    },
    protocolVersion,
    capabilities,
    instructions: typeof instructions === 'string' ? instructions : undefined,
    tools,
    ttlMs: ttlIn(value),
  };
}

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, shellWord, writePrivateFileSync } from '@sluice/base';
import { getOwn, isJsonObject, type DefinitionGuard, type JsonObject, type RuleSource } from '@sluice/core';
import { canonical } from '../../config/entry-hash.ts';
import { definitionChange } from './definition-change.ts';
import type { ListedTool } from './listed-tool.ts';

/** What a tool declares to models and users, in the order in which changes are reported. */
export type ToolDefinition = Pick<ListedTool, 'title' | 'description' | 'inputSchema' | 'hints'>;

/** A guard that is also notified of calls. */
export interface CalledDefinition extends DefinitionGuard {
  /** A call of it is sent: if no definition is known yet, this is the one that rules allow. Never throws. */
  called(): void;
}

/**
 * How a server's tools were defined when they were allowed: at the first call that ran, or when the user last chose
 * "always". A command-line rule is passed again each time, so it only covers the definitions of this process. There is
 * one file per tool.
 */
export class AllowedDefinitions {
  readonly #directory: string | undefined;
  readonly #server: string;
  readonly #scope: () => string;
  /** By the tool's name on the wire. */
  readonly #ofProcess = new Map<string, JsonObject>();
  readonly #kept = new Map<string, JsonObject | 'damaged' | undefined>();

  /**
   * @param directory for the files of all servers; undefined: nothing is kept after the process
   * @param scope where the server is configured, and its entry as written: another entry is another server
   */
  constructor(directory: string | undefined, server: string, scope: () => string) {
    this.#directory = directory;
    this.#server = server;
    this.#scope = scope;
  }

  guard(tool: ListedTool): CalledDefinition {
    const now = recordOf(tool);
    let text: string | undefined;
    const isNow = (record: JsonObject | 'damaged'): boolean =>
      record !== 'damaged' && canonical(record) === (text ??= canonical(now));
    const recordFor = (source: RuleSource): JsonObject | 'damaged' | undefined => {
      if (source === 'cli') return this.#ofProcess.get(tool.name);
      const known = this.#kept.get(tool.name);
      // Another process may have kept the first one, or a newer one.
      return known !== undefined && isNow(known) ? known : this.#read(tool.name);
    };
    return {
      changeSince: (source) => {
        const before = recordFor(source);
        if (before === undefined || isNow(before)) return undefined;
        return {
          what:
            before === 'damaged'
              ? 'the record of its earlier definition is damaged'
              : definitionChange(before, now),
          remedy: `To accept the change, choose "always" when you are asked, or ${this.#otherRemedy(source)}`,
        };
      },
      called: () => {
        if (!this.#ofProcess.has(tool.name)) this.#ofProcess.set(tool.name, now);
        if (recordFor('user') === undefined) this.#keep(tool.name, now);
      },
      confirm: () => {
        this.#ofProcess.set(tool.name, now);
        this.#keep(tool.name, now);
      },
    };
  }

  /** What else accepts a change. No command reaches the definitions of a process that runs. */
  #otherRemedy(source: RuleSource): string {
    return source === 'cli'
      ? 'start a new run: a rule from the command line covers the definitions of one run.'
      : `run: sluice mcp confirm ${shellWord(this.#server)}`;
  }

  #read(tool: string): JsonObject | 'damaged' | undefined {
    if (this.#directory === undefined) return this.#kept.get(tool);
    const record = readRecord(this.#file(this.#directory, tool));
    this.#kept.set(tool, record);
    return record;
  }

  #keep(tool: string, record: JsonObject): void {
    this.#kept.set(tool, record);
    if (this.#directory === undefined) return;
    const file = this.#file(this.#directory, tool);
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      writePrivateFileSync(file, JSON.stringify(record));
    } catch {
      // It is still known in this process.
    }
  }

  #file(directory: string, tool: string): string {
    const identity = JSON.stringify([this.#scope(), this.#server, tool]);
    return join(directory, `${createHash('sha256').update(identity).digest('hex').slice(0, 32)}.json`);
  }
}

/** Whether two tools declare the same to models and users. Their output schemas and metadata may differ. */
export function isSameDefinition(one: ToolDefinition, other: ToolDefinition): boolean {
  return one === other || canonical(recordOf(one)) === canonical(recordOf(other));
}

function recordOf({ title, description, inputSchema, hints }: ToolDefinition): JsonObject {
  return { title: title ?? '', description, inputSchema, hints: { ...hints } };
}

/** Undefined: there is none. */
function readRecord(file: string): JsonObject | 'damaged' | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isJsonObject(value) && isJsonObject(getOwn(value, 'inputSchema')) ? value : 'damaged';
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? undefined : 'damaged';
  }
}

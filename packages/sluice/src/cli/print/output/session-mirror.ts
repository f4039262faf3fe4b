import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { errorText } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';

interface SessionMirrorOptions {
  /** Absolute and real. */
  readonly cwd: string;
  readonly sessionId: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called once if the file can't be written. Must not throw. */
  readonly tell: (text: string) => void;
}

/**
 * Writes a session's messages where the functions of the Agent SDK for stored sessions look for them, in their form: one line each, every
 * one with the id of the one before. The journal stays what sessions are resumed from.
 */
export class SessionMirror {
  readonly path: string;
  readonly #options: SessionMirrorOptions;
  #last: string | null | undefined;
  #hasFailed = false;

  constructor(options: SessionMirrorOptions) {
    const { cwd, sessionId, env } = options;
    const config = env['CLAUDE_CONFIG_DIR'] ?? join(env['HOME'] ?? homedir(), '.claude');
    this.path = join(config, 'projects', cwd.replaceAll(/[^a-zA-Z0-9]/g, '-'), `${sessionId}.jsonl`);
    this.#options = options;
  }

  /** A message of the person. */
  prompt(content: unknown, id: string = randomUUID()): void {
    this.#append(id, { type: 'user', message: { role: 'user', content } });
  }

  /** A message of the output. Those that are no part of the conversation are left out. */
  message(message: object): void {
    const uuid = getOwn(message, 'uuid');
    if (typeof uuid !== 'string' || (getOwn(message, 'parent_tool_use_id') ?? null) !== null) return;
    const type = getOwn(message, 'type');
    const isOfPerson = getOwn(message, 'isReplay') === true || getOwn(message, 'isSynthetic') === true;
    const isOfConversation = type === 'assistant' || (type === 'user' && !isOfPerson);
    if (isOfConversation)
      this.#append(uuid, {
        type,
        message: getOwn(message, 'message'),
        toolUseResult: getOwn(message, 'tool_use_result'),
      });
    else if (type === 'system' && getOwn(message, 'subtype') === 'compact_boundary') {
      this.#last = null;
      this.#append(uuid, { type, subtype: 'compact_boundary' });
    }
  }

  #append(uuid: string, fields: object): void {
    if (this.#hasFailed) return;
    const { cwd, sessionId, tell } = this.#options;
    try {
      this.#last ??= lastId(this.path);
      const line = {
        ...fields,
        ...{ uuid, parentUuid: this.#last, sessionId, cwd, timestamp: new Date().toISOString() },
        ...{ isSidechain: false, userType: 'external' },
      };
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
      appendFileSync(this.path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
      this.#last = uuid;
    } catch (error) {
      this.#hasFailed = true;
      tell(`This session is not in ${this.path}, where programs look for it: ${errorText(error)}`);
    }
  }
}

/** Of the last message in a file; null: there is none. */
function lastId(path: string): string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  for (const line of text.trimEnd().split('\n').toReversed()) {
    try {
      const value: unknown = JSON.parse(line);
      const uuid = isJsonObject(value) && 'message' in value ? getOwn(value, 'uuid') : undefined;
      if (typeof uuid === 'string') return uuid;
    } catch {
      // A line that was cut off.
    }
  }
  return null;
}

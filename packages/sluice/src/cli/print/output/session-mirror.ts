import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transcriptDirectory } from '@sluice/agent';
import { errorText, present } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';
import { gitBranch } from './git-branch.ts';

interface SessionMirrorOptions {
  /** Absolute and real. */
  readonly cwd: string;
  readonly sessionId: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The message that the next one follows. Default: the last one in the file. */
  readonly after?: string | undefined;
  /** The agent whose messages these are. Default: the main one. */
  readonly agentId?: string;
  /** Called with each line that was written. Must not throw. Default: nothing is called. */
  readonly onLine?: ((path: string, line: object) => void) | undefined;
  /** Called once if the file can't be written. Must not throw. */
  readonly tell: (text: string) => void;
}

/** Absolute: where programs look for the messages of a session, or of one of its agents. */
export function mirrorPath({
  cwd,
  sessionId,
  env,
  agentId,
}: Pick<SessionMirrorOptions, 'cwd' | 'sessionId' | 'env' | 'agentId'>): string {
  const directory = transcriptDirectory(cwd, env);
  return agentId === undefined
    ? join(directory, `${sessionId}.jsonl`)
    : join(directory, sessionId, 'subagents', `agent-${agentId}.jsonl`);
}

/**
 * Writes a session's messages where the functions of the Agent SDK for stored sessions look for them, in their form: one line each, every
 * one with the id of the one before. The journal stays what sessions are resumed from.
 */
export class SessionMirror {
  readonly path: string;
  readonly #options: SessionMirrorOptions;
  /** Of the message that the next one follows; null: the next one begins a conversation; undefined: the file says. */
  #last: string | null | undefined;
  #hasFailed = false;
  readonly #branch: string | undefined;

  constructor(options: SessionMirrorOptions) {
    const { cwd, after } = options;
    this.path = mirrorPath(options);
    this.#last = after;
    this.#branch = gitBranch(cwd);
    this.#options = options;
  }

  /** A message of the person. */
  prompt(content: unknown, id: string = randomUUID()): void {
    this.#append(id, { type: 'user', message: { role: 'user', content } });
  }

  /** What replaces the conversation so far. */
  summary(text: string): void {
    const content = [{ type: 'text', text }];
    this.#append(randomUUID(), { type: 'user', isCompactSummary: true, message: { role: 'user', content } });
  }

  /** The title of the session. */
  title(text: string): void {
    this.#write({ type: 'custom-title', customTitle: text, sessionId: this.#options.sessionId });
  }

  /** A message of the session that this one was forked from. */
  keep(type: 'user' | 'assistant', message: object): void {
    this.#append(randomUUID(), { type, message });
  }

  /** A message of the output. Those that are not part of the conversation are left out. */
  message(message: object): void {
    const uuid = getOwn(message, 'uuid');
    const isOfChild = (getOwn(message, 'parent_tool_use_id') ?? null) !== null;
    if (typeof uuid !== 'string' || (isOfChild && this.#options.agentId === undefined)) return;
    const type = getOwn(message, 'type');
    const isOfPerson = getOwn(message, 'isReplay') === true || getOwn(message, 'isSynthetic') === true;
    const isOfConversation =
      type === 'assistant' || (type === 'user' && (!isOfPerson || this.#options.agentId !== undefined));
    if (isOfConversation)
      this.#append(uuid, {
        type,
        message: getOwn(message, 'message'),
        toolUseResult: getOwn(message, 'tool_use_result'),
      });
    else if (type === 'conversation_reset') {
      this.#last = null;
      const content = [{ type: 'text', text: 'The user cleared the conversation.' }];
      this.#append(uuid, { type: 'user', isMeta: true, message: { role: 'user', content } });
    } else if (type === 'system' && getOwn(message, 'subtype') === 'compact_boundary') {
      this.#last = null;
      this.#append(uuid, { type, subtype: 'compact_boundary' });
    }
  }

  #append(uuid: string, fields: object): void {
    if (this.#hasFailed) return;
    const { cwd, sessionId, agentId } = this.#options;
    if (this.#last === undefined) this.#last = lastId(this.path);
    this.#write({
      ...fields,
      ...{ uuid, parentUuid: this.#last, sessionId, cwd, timestamp: new Date().toISOString() },
      ...{ isSidechain: agentId !== undefined, userType: 'external' },
      ...present({ agentId, gitBranch: this.#branch }),
    });
    this.#last = uuid;
  }

  #write(line: object): void {
    if (this.#hasFailed) return;
    const { onLine, tell } = this.#options;
    try {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
      appendFileSync(this.path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
      onLine?.(this.path, line);
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

import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { isSessionId } from './session-info.ts';

/** A message of a transcript. */
export interface TranscriptMessage {
  readonly uuid: string;
  readonly role: 'user' | 'assistant';
  /** As the Messages API has it. */
  readonly message: JsonObject;
  /** A program said it, not the person. */
  readonly isMeta: boolean;
}

/** A session as the Agent SDK keeps it in a file: the branch that counts, from its first message on. */
export interface Transcript {
  readonly id: string;
  /** The title that a program gave it. */
  readonly title: string | undefined;
  readonly messages: readonly TranscriptMessage[];
}

/** `<configuration>/projects/<directory>`: where the Agent SDK keeps the sessions of a working directory. */
export function transcriptDirectory(cwd: string, env: Readonly<Record<string, string | undefined>>): string {
  return join(projectsOf(env), cwd.replaceAll(/[^a-zA-Z0-9]/g, '-'));
}

/**
 * Reads the transcript with this id.
 * @param through the last message that counts. Default: all of the branch that was written last
 * @returns undefined: there is none, or it has no such message
 */
export function readTranscript(
  id: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  through?: string,
): Transcript | undefined {
  if (!isSessionId(id.toLowerCase())) return undefined;
  const own = transcriptDirectory(cwd, env);
  for (const directory of [own, ...directoriesIn(projectsOf(env))]) {
    const text = textOf(join(directory, `${id}.jsonl`));
    const found = text === undefined ? undefined : transcriptOf(id, text, through);
    if (found !== undefined) return found;
  }
  return undefined;
}

function transcriptOf(id: string, text: string, through: string | undefined): Transcript | undefined {
  const lines = new Map<string, JsonObject>();
  let title: string | undefined;
  let last: string | undefined;
  for (const line of text.split('\n')) {
    const value = parsed(line);
    if (value === undefined) continue;
    const custom = getOwn(value, 'customTitle');
    if (typeof custom === 'string') title = custom;
    const uuid = getOwn(value, 'uuid');
    if (typeof uuid !== 'string' || getOwn(value, 'isSidechain') === true) continue;
    lines.set(uuid, value);
    if (roleOf(value) !== undefined) last = uuid;
  }
  if (through !== undefined && !lines.has(through)) return undefined;
  const messages: TranscriptMessage[] = [];
  const seen = new Set<string>();
  for (let at = through ?? last; at !== undefined && !seen.has(at);) {
    seen.add(at);
    const line = lines.get(at);
    if (line === undefined) break;
    const role = roleOf(line);
    const message = getOwn(line, 'message');
    if (role !== undefined && isJsonObject(message))
      messages.unshift({ uuid: at, role, message, isMeta: getOwn(line, 'isMeta') === true });
    const parent = getOwn(line, 'parentUuid');
    at = typeof parent === 'string' ? parent : undefined;
  }
  return messages.length === 0 ? undefined : { id, title, messages };
}

function roleOf(line: JsonObject): TranscriptMessage['role'] | undefined {
  const type = getOwn(line, 'type');
  return type === 'user' || type === 'assistant' ? type : undefined;
}

function parsed(line: string): JsonObject | undefined {
  if (line.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : undefined;
  } catch {
    // A line that was cut off.
    return undefined;
  }
}

function projectsOf(env: Readonly<Record<string, string | undefined>>): string {
  return join(env['CLAUDE_CONFIG_DIR'] ?? join(env['HOME'] ?? homedir(), '.claude'), 'projects');
}

function directoriesIn(place: string): readonly string[] {
  try {
    return readdirSync(place).map((name) => join(place, name));
  } catch {
    return [];
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

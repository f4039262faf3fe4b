import { lstatSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { present, writePrivateFileSync } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';
import { ioFailure } from '@sluice/host';

/** The contents of `session.json`. */
export interface SessionInfo {
  /** A UUID, which is also the name of its directory. */
  readonly id: string;
  /** The session's working directory: real and absolute. */
  readonly cwd: string;
  /** The first prompt, in one line. */
  readonly title: string | undefined;
  readonly model: string | undefined;
  /** Absolute: its transcript for programs of the Agent SDK, which delete a session by deleting that. Undefined: it has none. */
  readonly transcript?: string | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
}

export interface StoredSession extends SessionInfo {
  /** Absolute and real. */
  readonly directory: string;
  /** When the session was last written to; milliseconds since the Unix epoch. */
  readonly usedAt: number;
}

const FILE = 'session.json';
/** Far more than is ever written. */
const LARGEST = 64 * 1024;
const TITLE_CHARS = 200;
const ATTACHED = /^@\S+$/;

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export function isSessionId(text: string): boolean {
  return ID.test(text);
}

/** A title from a prompt: its first line that is more than the name of an attached file, without splitting characters. */
export function titleOf(prompt: string): string | undefined {
  const lines = prompt
    .trimStart()
    .slice(0, 10 * TITLE_CHARS)
    .split(/[\r\n]+/)
    .map((one) => one.replace(/\s+/g, ' ').trim());
  const line = lines.find((one) => one !== '' && !ATTACHED.test(one)) ?? lines[0] ?? '';
  const cut = line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS - 1)}…` : line;
  return cut === '' ? undefined : cut.toWellFormed();
}

/** Writes `session.json` atomically. Returns the reason if it can't. */
export function writeSessionInfo(
  directory: string,
  { id, cwd, title, model, transcript, createdAt }: SessionInfo,
): string | undefined {
  try {
    const text = `${JSON.stringify({ v: 1, id, cwd, title, model, transcript, createdAt })}\n`;
    writePrivateFileSync(join(directory, FILE), text);
    return undefined;
  } catch (error) {
    return ioFailure(error).reason;
  }
}

/** The session of a directory. Undefined: there is none, or its id does not match the directory's name. */
export function readStoredSession(directory: string): StoredSession | undefined {
  try {
    const path = join(directory, FILE);
    const stats = lstatSync(path);
    // Links may lead outside the session, and a journal is written to.
    if (!stats.isFile() || stats.size > LARGEST) return undefined;
    const info = parseInfo(JSON.parse(readFileSync(path, 'utf8')));
    if (info?.id !== basename(directory)) return undefined;
    const journal = lstatSync(join(directory, 'journal.jsonl'), { throwIfNoEntry: false });
    if (journal?.isSymbolicLink() === true) return undefined;
    return { ...info, directory, usedAt: Math.max(stats.mtimeMs, journal?.mtimeMs ?? 0) };
  } catch {
    return undefined;
  }
}

function parseInfo(value: unknown): SessionInfo | undefined {
  if (!isJsonObject(value)) return undefined;
  const [id, cwd, createdAt] = [getOwn(value, 'id'), getOwn(value, 'cwd'), getOwn(value, 'createdAt')];
  if (typeof id !== 'string' || typeof cwd !== 'string' || typeof createdAt !== 'number') return undefined;
  const [title, model] = [textOf(value, 'title'), textOf(value, 'model')];
  return { id, cwd, title, model, createdAt, ...present({ transcript: textOf(value, 'transcript') }) };
}

function textOf(value: object, key: string): string | undefined {
  const text = getOwn(value, key);
  return typeof text === 'string' ? text : undefined;
}

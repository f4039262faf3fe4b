import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { copyFile, link, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '@sluice/base';
import type { JournalEntry } from '@sluice/core';
import {
  AGENTS_DIRECTORY,
  agentsIn,
  ioFailure,
  openJournal,
  parseJournalLine,
  readJournal,
} from '@sluice/host';
import { createMove, movedValue } from './moved-text.ts';
import { chooseId, type SessionResult } from './new-session.ts';
import { writeSessionInfo, type StoredSession } from './session-info.ts';
import { wholeEntries } from './whole-entries.ts';

/** A directory that is still being filled, and not yet a session. */
export const DRAFT = '.new-';

/** Journal lines have far shorter texts; anything longer is output that no line contains. */
const LARGEST_TEXT = 64 * 1024 * 1024;
/** The worktree that the session is in; the copy is there, too. */
const WORKTREE = 'worktree.json';
const KEPT = ['tool-results', 'pre-images'];

type Move = (text: string) => string;

export interface ForkOptions {
  /** Of the new session. Default: a random one. */
  readonly id?: string | undefined;
  /** The copy ends before this prompt of the user, counted from 0. Default: it has all of them. */
  readonly beforePrompt?: number | undefined;
}

/**
 * Copies a session under a new id: its journal up to the last complete message, and everything it stores.
 * Files never change, so they are hard-linked if possible. References to files of the old session are changed
 * to the new one. The old session may be in use and is not modified.
 */
export async function forkSession(
  state: string,
  source: StoredSession,
  { id: wantedId = randomUUID(), beforePrompt }: ForkOptions = {},
): Promise<SessionResult> {
  const chosen = chooseId(state, wantedId);
  if (!chosen.ok) return chosen;
  const { id } = chosen;
  const project = dirname(source.directory);
  const directory = join(project, id);
  const draft = join(project, `${DRAFT}${id}`);
  try {
    mkdirSync(draft, { mode: 0o700 });
    const agents = agentsIn(source.directory).map((name) => join(AGENTS_DIRECTORY, name));
    const journals = await Promise.all(
      ['', ...agents].map(async (place) => {
        const { entries } = await readJournal(join(source.directory, place));
        const isCut = place === '' && beforePrompt !== undefined;
        return { place, entries: isCut ? entriesBefore(entries, beforePrompt) : entries };
      }),
    );
    if (beforePrompt === undefined) await copyIfThere(WORKTREE, source.directory, draft);
    for (const name of KEPT) await shareFiles(join(source.directory, name), join(draft, name));
    const move = createMove(source.directory, directory);
    const all = journals.flatMap(({ entries }) => entries);
    const renamed = await moveStoredTexts(all, source.directory, draft, move);
    let problem: string | undefined;
    for (const { place, entries } of journals)
      problem ??= writeJournal(join(draft, place), wholeEntries(entries), (text) => move(renamed(text)), id);
    const { transcript: _, ...kept } = source;
    const info = { ...kept, id, title: forkTitle(source.title), createdAt: Date.now() };
    const failed = problem ?? writeSessionInfo(draft, info);
    if (failed !== undefined) return refused(draft, source, failed);
    renameSync(draft, directory);
    return { ok: true, session: { ...info, directory, usedAt: info.createdAt } };
  } catch (error) {
    return refused(draft, source, ioFailure(error).reason);
  }
}

/** What a conversation held before the user sent that prompt. */
function entriesBefore(entries: readonly JournalEntry[], prompt: number): readonly JournalEntry[] {
  let prompts = 0;
  const end = entries.findIndex(
    (entry) => entry.type === 'user' && entry.origin === 'person' && prompts++ === prompt,
  );
  return end === -1 ? entries : entries.slice(0, end);
}

/** Distinguishes the two in a list. */
function forkTitle(title: string | undefined): string | undefined {
  return title === undefined || title.endsWith(FORKED) ? title : `${title}${FORKED}`;
}

const FORKED = ' (fork)';

function refused(draft: string, source: StoredSession, reason: string): SessionResult {
  rmSync(draft, { recursive: true, force: true });
  return { ok: false, message: `The session ${source.id} can't be forked (${reason}).` };
}

async function copyIfThere(name: string, from: string, to: string): Promise<void> {
  try {
    await copyFile(join(from, name), join(to, name));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

async function shareFiles(from: string, to: string): Promise<void> {
  for (const name of namesIn(from)) {
    if (name.startsWith('.')) continue;
    mkdirSync(to, { recursive: true, mode: 0o700 });
    try {
      await link(join(from, name), join(to, name));
    } catch (error) {
      // Removed in the meantime; otherwise, the file system has no hard links.
      if (errorCode(error) !== 'ENOENT') await copyFile(join(from, name), join(to, name));
    }
  }
}

/**
 * Texts that name a file of the old session are stored again under their new hash. Resolves with a function
 * that renames them in the lines.
 */
async function moveStoredTexts(
  entries: readonly JournalEntry[],
  source: string,
  draft: string,
  move: Move,
): Promise<Move> {
  const names = new Map<string, string>();
  for (const name of storedNames(entries, join(source, 'tool-results'))) {
    const path = join(source, 'tool-results', name);
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined || stats.size > LARGEST_TEXT) continue;
    const text = await readFile(path, 'utf8');
    const moved = move(text);
    if (moved === text) continue;
    const hash = createHash('sha256').update(moved).digest('hex');
    names.set(name, `${hash}.txt`);
    await writeFile(join(draft, 'tool-results', `${hash}.txt`), moved, { mode: 0o600 });
  }
  return (text) => {
    const name = names.get(basename(text));
    return name !== undefined && text === join(source, 'tool-results', basename(text))
      ? join(source, 'tool-results', name)
      : text;
  };
}

function storedNames(entries: readonly JournalEntry[], directory: string): ReadonlySet<string> {
  const names = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('path' in value && typeof value.path === 'string' && 'bytes' in value && !('hash' in value)) {
      if (dirname(value.path) === directory) names.add(basename(value.path));
    }
  };
  for (const entry of entries) for (const value of Object.values(entry)) look(value);
  return names;
}

function writeJournal(
  directory: string,
  entries: readonly JournalEntry[],
  move: Move,
  sessionId: string,
): string | undefined {
  const opened = openJournal({ directory });
  if (!opened.ok) return opened.message;
  try {
    for (const entry of entries) {
      const moved = parseJournalLine(JSON.stringify(movedValue(entry, move)));
      if (moved === undefined) continue;
      const written = opened.journal.append(moved.type === 'session' ? { ...moved, sessionId } : moved);
      if (!written.ok) return written.message;
    }
    return undefined;
  } finally {
    opened.journal.close();
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

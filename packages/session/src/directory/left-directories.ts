import { lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownerOf } from './temporary-name.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Where no setting says how long. */
const DEFAULT_DAYS = 30;
const MOST_LOOKED_AT = 1_000;
/** Says that a person was told that results stay in the directory. */
const KEPT = 'kept';
const RESULTS = 'tool-results';
/** What a command writes for the one who started it, and what a write begins with. */
const LEFTOVER = /\.(?:cwd|drain)$|^\..*\.tmp$/;

/** Leaves a mark in a directory of which a person is told that it stays. */
export function markKept(directory: string): void {
  try {
    writeFileSync(join(directory, KEPT), '', { mode: 0o600 });
  } catch {
    // Without it the directory goes earlier.
  }
}

export interface LeftBehind {
  /** The directory that holds temporary sessions of this user and nothing else; undefined: there is none. */
  readonly place: string | undefined;
  /** For what a person was told is kept, and for what nobody knows the owner of. Default 30; an hour at least. */
  readonly keptDays: number | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/**
 * Looks through a place, a directory at each step, for those that may go since the process of their session is gone: at once
 * where it has left no output, after a day where it has, and where a person was told that it is kept, when that time is
 * over. Undefined for one that stays. It begins anywhere, so that of many each has its turn. Never throws.
 */
export function* leftDirectories({
  place,
  keptDays = DEFAULT_DAYS,
  now,
}: LeftBehind): Generator<string | undefined, void> {
  if (place === undefined) return;
  const names = namesIn(place);
  const first = Math.floor(Math.random() * names.length);
  const keptMs = Math.max(keptDays * DAY_MS, HOUR_MS);
  for (const name of [...names.slice(first), ...names.slice(0, first)].slice(0, MOST_LOOKED_AT)) {
    const directory = join(place, name);
    yield isOver(directory, name, keptMs, now) ? directory : undefined;
  }
}

function isOver(directory: string, name: string, keptMs: number, now: number): boolean {
  const owner = ownerOf(name);
  if (owner === 'running' || !isOwnDirectory(directory)) return false;
  const kept = changedAt(join(directory, KEPT));
  if (kept !== undefined) return now - kept > keptMs;
  if (owner === 'gone' && hasOnlyLeftovers(directory)) return true;
  const changed = Math.max(changedAt(directory) ?? now, changedAt(join(directory, RESULTS)) ?? 0);
  return now - changed > (owner === 'gone' ? DAY_MS : Math.max(keptMs, DAY_MS));
}

function isOwnDirectory(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && stats.uid === process.geteuid?.();
}

function changedAt(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** No text and no output is in it that somebody might still want to read. */
function hasOnlyLeftovers(directory: string): boolean {
  const results = join(directory, RESULTS);
  return namesIn(results).every((name) => LEFTOVER.test(name) || sizeOf(join(results, name)) === 0);
}

function sizeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.size;
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

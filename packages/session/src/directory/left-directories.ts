import { lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CLEANUP_DAYS } from '@sluice/settings';
import { ownerOf } from './temporary-name.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_LOOKED_AT = 1_000;
/** Marks a directory that the user was told is kept. */
const KEPT = 'kept';
const RESULTS = 'tool-results';
/** Output of a command for its caller, and the start of a write. */
const LEFTOVER = /\.(?:cwd|drain)$|^\..*\.tmp$/;

/** Marks a directory that the user was told is kept. */
export function markKept(directory: string): void {
  try {
    writeFileSync(join(directory, KEPT), '', { mode: 0o600 });
  } catch {
    // Without the mark, the directory is removed earlier.
  }
}

interface LeftBehind {
  /** The directory that holds only this user's temporary sessions; undefined: none. */
  readonly place: string | undefined;
  /**
   * For directories that the user was told are kept, and those with an unknown owner. Default 30; at least
   * one hour.
   */
  readonly keptDays: number | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/**
 * Finds directories that can be removed because the process of their session is gone: immediately if they
 * hold no output, after a day if they do, and after the retention period if the user was notified that they are
 * kept. Checks one directory per step; yields undefined for one that stays. Starts at a random position so
 * that each gets its turn. Never throws.
 */
export function* leftDirectories({
  place,
  keptDays = DEFAULT_CLEANUP_DAYS,
  now,
}: LeftBehind): Generator<string | undefined, void> {
  if (place === undefined) return;
  const names = namesIn(place);
  const first = Math.floor(Math.random() * names.length);
  const keptMs = Math.max(keptDays * DAY_MS, HOUR_MS);
  for (const name of [...names.slice(first), ...names.slice(0, first)].slice(0, MAX_LOOKED_AT)) {
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

/** It holds no text or output that someone might still want to read. */
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

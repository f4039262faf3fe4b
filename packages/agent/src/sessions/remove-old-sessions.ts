import { closeSync, constants, futimesSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DRAFT } from './fork-session.ts';
import { projectDirectories, sessionsIn } from './list-sessions.ts';
import { MARK, projectDirectory, sessionsDirectory } from './project-directory.ts';
import { REMOVED, removeSession } from './remove-session.ts';

const DAY_MS = 86_400_000;
/** A session that was just created may not be locked by its process yet. */
const LEAST_AGE_MS = 3_600_000;
const MAX_AT_ONCE = 100;

export interface Retention {
  /** See `stateDirectory`. */
  readonly state: string;
  /**
   * Removes sessions that were not used for this many days (`cleanupPeriodDays`); 0: all that are at least an
   * hour old.
   */
  readonly days: number;
  /**
   * Only sessions of this directory (real and absolute), so that one project's settings don't affect others.
   * Default: all.
   */
  readonly cwd?: string;
  /** Milliseconds since the Unix epoch. */
  readonly now?: number;
}

/**
 * Removes expired sessions, at most once a day and a hundred at a time, and leftovers of removals and forks
 * that were killed. Keeps sessions in use (so open yours first) and anything that Sluice did not create.
 * Resolves with the number removed; never throws.
 */
export async function removeOldSessions({ state, days, cwd, now = Date.now() }: Retention): Promise<number> {
  const place = cwd === undefined ? sessionsDirectory(state) : projectDirectory(state, cwd);
  if (!isDue(join(place, MARK), now)) return 0;
  const before = now - Math.max(days * DAY_MS, LEAST_AGE_MS);
  let removed = 0;
  for (const project of cwd === undefined ? projectDirectories(state) : [place]) {
    // Yield, since this runs alongside a session's work.
    await new Promise(setImmediate);
    await removeLeftovers(project, now);
    for (const session of sessionsIn(project)) {
      if (session.usedAt >= before || removed >= MAX_AT_ONCE) continue;
      if ((await removeSession(session)) === undefined) removed += 1;
    }
  }
  return removed;
}

/** Marks the day, so that only one of several programs cleans up. */
function isDue(mark: string, now: number): boolean {
  try {
    const last = lstatSync(mark, { throwIfNoEntry: false })?.mtimeMs;
    if (last !== undefined && last <= now && now - last < DAY_MS) return false;
    // Don't follow a link: its target is not a mark.
    const file = openSync(mark, constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
    try {
      futimesSync(file, now / 1000, now / 1000);
    } finally {
      closeSync(file);
    }
    return true;
  } catch {
    return false;
  }
}

async function removeLeftovers(project: string, now: number): Promise<void> {
  for (const name of namesIn(project)) {
    if (!name.startsWith(REMOVED) && !name.startsWith(DRAFT)) continue;
    const path = join(project, name);
    const changedAt = changeTime(path);
    if (changedAt === undefined || now - changedAt < DAY_MS) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** Of the entry itself, even if it is a broken link. */
function changeTime(path: string): number | undefined {
  try {
    return lstatSync(path).ctimeMs;
  } catch {
    return undefined;
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

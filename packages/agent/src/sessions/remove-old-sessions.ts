import { closeSync, constants, futimesSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DRAFT } from './fork-session.ts';
import { projectDirectories, sessionsIn } from './list-sessions.ts';
import { MARK, projectDirectory, sessionsDirectory } from './project-directory.ts';
import { REMOVED, removeSession } from './remove-session.ts';

const DAY_MS = 86_400_000;
/** One that was only just made may not be held by its process yet. */
const LEAST_AGE_MS = 3_600_000;
const MOST_AT_ONCE = 100;

export interface Retention {
  /** See `stateDirectory`. */
  readonly state: string;
  /** Sessions that nobody has used for longer go (`cleanupPeriodDays`); 0: all that are an hour old. */
  readonly days: number;
  /** Only those of this directory (real and absolute). Default: of all; what one project says must not rule the others. */
  readonly cwd?: string;
  /** Milliseconds since the Unix epoch. */
  readonly now?: number;
}

/**
 * Removes sessions that are no longer kept, at most once a day and a hundred at a time, and what removals and forks that were killed have
 * left. A session that a process works in stays (so open yours before), and so does whatever is not ours. Answers with how many went; never throws.
 */
export async function removeOldSessions({ state, days, cwd, now = Date.now() }: Retention): Promise<number> {
  const place = cwd === undefined ? sessionsDirectory(state) : projectDirectory(state, cwd);
  if (!isDue(join(place, MARK), now)) return 0;
  const before = now - Math.max(days * DAY_MS, LEAST_AGE_MS);
  let removed = 0;
  for (const project of cwd === undefined ? projectDirectories(state) : [place]) {
    // Others have their turn: this goes on beside the work of a session.
    await new Promise(setImmediate);
    await removeLeftovers(project, now);
    for (const session of sessionsIn(project)) {
      if (session.usedAt >= before || removed >= MOST_AT_ONCE) continue;
      if ((await removeSession(session)) === undefined) removed += 1;
    }
  }
  return removed;
}

/** Marks the day, so that of several programs one looks. */
function isDue(mark: string, now: number): boolean {
  try {
    const last = lstatSync(mark, { throwIfNoEntry: false })?.mtimeMs;
    if (last !== undefined && last <= now && now - last < DAY_MS) return false;
    // A link is not followed: where it leads is nobody's mark.
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

/** Of the entry itself, be it a link to nowhere. */
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

import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorText } from '@sluice/base';
import { isInside } from '@sluice/core';
import type { Session } from './open-session.ts';
import { RECORD_DIRECTORIES } from './sealed-paths.ts';

/**
 * Next to the session's journal; if the session's directory contains the workspace, inside a directory that
 * can be protected as a whole.
 */
const TASKS = 'tasks.json';

/** Where a session records its background tasks. */
export function taskRecords(cwd: string, { directory, resultsDirectory }: Session): string {
  const shut = join(resultsDirectory, TASKS);
  // A file replaced by a rename becomes accessible again to a sandbox that was already running.
  return isInside(cwd, dirname(resultsDirectory)) || existsSync(shut) ? shut : join(directory, TASKS);
}

/**
 * Creates the directories of a session that contains the workspace before any command can: a sandbox protects
 * only what exists. Returns a sentence for the user if it can't.
 */
export function holdRecords(cwd: string, { resultsDirectory }: Session): string | undefined {
  const directory = dirname(resultsDirectory);
  if (!isInside(cwd, directory)) return undefined;
  for (const name of RECORD_DIRECTORIES) {
    const path = join(directory, name);
    try {
      if (!isDirectory(path)) mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      const reason = errorText(error);
      return `${path} must be a directory for the session, and can't be created: ${reason}. Remove what is there, or use another session directory.`;
    }
  }
  return undefined;
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

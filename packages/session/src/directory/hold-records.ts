import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorText } from '@sluice/base';
import { isInside } from '@sluice/core';
import type { Session } from './open-session.ts';
import { RECORD_DIRECTORIES } from './sealed-paths.ts';

/** Beside the session's journal; in a session that holds the workspace within a directory that can be shut as a whole. */
const TASKS = 'tasks.json';

/** Where a session records its background tasks. */
export function taskRecords(cwd: string, { directory, resultsDirectory }: Session): string {
  const shut = join(resultsDirectory, TASKS);
  // What is replaced by a rename is open again to a sandbox that began before.
  return isInside(cwd, dirname(resultsDirectory)) || existsSync(shut) ? shut : join(directory, TASKS);
}

/**
 * Makes the directories of a session that holds the workspace, before any command could: a sandbox shuts what is there.
 * Why it can't be used, in a sentence for a person.
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
      return `${path} has to be a directory of the session, and can't be made: ${reason}. Remove what is there, or keep the session in another directory.`;
    }
  }
  return undefined;
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

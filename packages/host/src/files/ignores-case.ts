import { lstatSync, opendirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { otherCase } from '@sluice/core';

/** Maximum number of names to check in a directory: most have a letter. */
const MAX_NAMES = 100;

/** Whether the path's file system ignores case. Tests this with the names that exist there. */
export function ignoresCase(path: string): boolean {
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    const answer = answerOf(directory);
    if (answer !== undefined) return answer;
    if (directory === dirname(directory)) return false;
  }
}

/** Undefined if no name in the directory tells. */
function answerOf(directory: string): boolean | undefined {
  try {
    const names = opendirSync(directory);
    try {
      for (let looked = 0; looked < MAX_NAMES; looked += 1) {
        const entry = names.readSync();
        if (entry === null) return undefined;
        const other = otherCase(entry.name);
        if (other !== undefined) return isSame(join(directory, entry.name), join(directory, other));
      }
      return undefined;
    } finally {
      names.closeSync();
    }
  } catch {
    // A missing or unreadable directory tells nothing.
    return undefined;
  }
}

function isSame(path: string, other: string): boolean {
  const found = lstatSync(other, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return false;
  const { dev, ino } = lstatSync(path, { bigint: true });
  return found.dev === dev && found.ino === ino;
}

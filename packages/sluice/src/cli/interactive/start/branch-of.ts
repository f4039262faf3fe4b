import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The Git branch that is checked out in `directory`, or the beginning of a commit's id. Undefined: `.git/HEAD` isn't there, as in a linked worktree. */
export function branchOf(directory: string): string | undefined {
  try {
    const head = readFileSync(join(directory, '.git/HEAD'), 'utf8').trim();
    return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? head.slice(0, 8);
  } catch {
    return undefined;
  }
}

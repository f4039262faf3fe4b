import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The branch that is checked out in a directory or above it, as git's own files say. Undefined: none, or no repository. */
export function gitBranch(directory: string): string | undefined {
  const git = join(directory, '.git');
  const link = /^gitdir: (.+)$/m.exec(textOf(git) ?? '')?.[1];
  const head = textOf(join(link === undefined ? git : resolve(directory, link), 'HEAD'));
  if (head !== undefined) return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1];
  const parent = dirname(directory);
  return parent === directory ? undefined : gitBranch(parent);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

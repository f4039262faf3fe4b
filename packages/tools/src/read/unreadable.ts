import { lstat } from 'node:fs/promises';
import { relative } from 'node:path';
import type { FileState } from '../files/load/inspect-file.ts';
import { nearestExistingParent, resolvePath } from '../files/paths/resolve-path.ts';
import { problem, type Problem } from '../files/problem.ts';
import { nearNames } from '../files/paths/near-names.ts';

/** Why `path` can't be read, or undefined if it is a file. `mayName` says which neighbors the model may know about. */
export async function unreadableProblem(
  path: string,
  state: FileState,
  mayName: (path: string) => boolean,
): Promise<Problem | undefined> {
  switch (state.status) {
    case 'file':
      return undefined;
    case 'refused':
      return state.problem;
    case 'directory':
      return problem(
        'is-directory',
        `${path} is a directory. List what is in it with Glob or ls, then read a file.`,
      );
    case 'special':
      return problem('not-a-file', `${path} is a ${state.kind}, not a regular file, so it was not opened.`);
    case 'missing':
      return problem('not-found', await missingText(path, mayName));
    default:
      return state satisfies never;
  }
}

async function missingText(path: string, mayName: (path: string) => boolean): Promise<string> {
  const parent = nearestExistingParent(path);
  const missing = relative(parent, path);
  if (missing.includes('/')) {
    return `${path} does not exist, and neither does its directory: of this path only ${parent} exists.`;
  }
  if (await isLink(path)) return danglingText(path, mayName);
  const names = await nearNames(path, mayName);
  const hint =
    names.length === 0 ? `Look for it with Glob in ${parent}.` : `Similar names there: ${names.join(', ')}.`;
  return `${path} does not exist. ${hint}`;
}

/** The link's final target is named only if the model may know about it. */
async function danglingText(path: string, mayName: (path: string) => boolean): Promise<string> {
  const { realPath: target } = resolvePath(path, '/');
  if (!mayName(target)) return `${path} is a symbolic link to something that does not exist.`;
  const names = await nearNames(target, mayName);
  const hint = names.length === 0 ? '' : ` Similar names there: ${names.join(', ')}.`;
  return `${path} is a symbolic link to ${target}, which does not exist.${hint}`;
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

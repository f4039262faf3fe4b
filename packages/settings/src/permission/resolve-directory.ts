import { statSync } from 'node:fs';
import { realPath } from '../place/real-path.ts';
import { spellDirectory } from './spell-directory.ts';

type ResolvedDirectory =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly problem: string };

/** The real path of a directory in the settings. Relative paths start at `root`. */
export function resolveDirectory(text: string, root: string, home: string | undefined): ResolvedDirectory {
  const shown = JSON.stringify(text.slice(0, 200));
  const spelled = spellDirectory(text, root, home);
  if (spelled === undefined) return { ok: false, problem: `${shown} is not the path of a directory` };
  const path = realPath(spelled);
  if (path === undefined) return { ok: false, problem: `the directory ${shown} does not exist` };
  return isDirectory(path) ? { ok: true, path } : { ok: false, problem: `${shown} is not a directory` };
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { isInside } from '@sluice/core';
import { realPath } from '../place/real-path.ts';

/**
 * The target of a settings file that a symbolic link takes out of its directory; undefined if it stays inside. A setting saved for a
 * project must not apply everywhere because the repository has such a link.
 */
export function leadsOut(file: string, directory: string): string | undefined {
  const real = realPath(file) ?? (isLink(file) ? undefined : existing(dirname(file)));
  const root = realPath(directory) ?? directory;
  if (real === undefined) return 'a path that does not exist';
  return isInside(real, root) ? undefined : real;
}

/** The real path of the nearest existing directory. */
function existing(directory: string): string | undefined {
  const real = realPath(directory);
  if (real !== undefined || isLink(directory)) return real;
  const parent = dirname(directory);
  return parent === directory ? undefined : existing(parent);
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

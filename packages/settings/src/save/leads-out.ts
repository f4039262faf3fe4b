import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { isInside } from '@sluice/core';
import { realPath } from '../place/real-path.ts';

/**
 * Where a settings file leads that a symbolic link takes out of the directory that it belongs to; undefined: nowhere. What
 * is saved for a project must not come to count everywhere because the repository holds such a link.
 */
export function leadsOut(file: string, directory: string): string | undefined {
  const real = realPath(file) ?? (isLink(file) ? undefined : existing(dirname(file)));
  const root = realPath(directory) ?? directory;
  if (real === undefined) return 'a place that is not there';
  return isInside(real, root) ? undefined : real;
}

/** The real path of the nearest directory that is there. */
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

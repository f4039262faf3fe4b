import { resolve } from 'node:path';
import { fromHome } from '../files/paths/from-home.ts';

/** Where a search starts, as an absolute path: the given directory or file, or the working directory. */
export function startOf(given: string | undefined, cwd: string): string {
  return resolve(cwd, fromHome(given ?? '.'));
}

import { resolve } from 'node:path';
import { fromHome } from '../files/from-home.ts';

/** Where a search begins, absolute: in the folder or file that is given, or in the working directory. */
export function startOf(given: string | undefined, cwd: string): string {
  return resolve(cwd, fromHome(given ?? '.'));
}

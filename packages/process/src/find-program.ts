import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isExecutable } from './find-shell.ts';

/** Absolute path of a command's program: a path relative to `cwd`, or a name on a search path. */
export function findProgram(
  command: string,
  searchPath: string | undefined,
  cwd: string,
): string | undefined {
  if (command === '') return undefined;
  const places = command.includes('/') ? [cwd] : (searchPath ?? '').split(':').map((place) => place || '.');
  return places.map((place) => resolve(cwd, place, command)).find(isProgram);
}

function isProgram(path: string): boolean {
  return isExecutable(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

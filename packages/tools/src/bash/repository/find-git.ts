import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** The absolute path of the git that a command would start; undefined if there is none, or one in the workspace comes first. */
export function findGit(
  path: string | undefined,
  isSuspect: (directory: string) => boolean,
): string | undefined {
  for (const directory of (path ?? '').split(':')) {
    const program = join(isAbsolute(directory) ? directory : '/', 'git');
    if (isSuspect(directory)) {
      if (!isAbsolute(directory) || isProgram(program)) return undefined;
    } else if (isProgram(program)) return program;
  }
  return undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

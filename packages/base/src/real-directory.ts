import { realpathSync, statSync } from 'node:fs';

/** The real path of a directory, or undefined when there is none. */
export function realDirectory(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Whether something is there that is no directory. */
export function isOtherThanDirectory(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch {
    return false;
  }
}

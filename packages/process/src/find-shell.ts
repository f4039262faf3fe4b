import { accessSync, constants } from 'node:fs';

const SHELLS = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash', '/bin/sh'];

/** Absolute path of bash, otherwise of sh; undefined if there is neither. */
export function findShell(): string | undefined {
  return SHELLS.find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

import { openSync } from 'node:fs';
import { openAnonymousFile } from '../anonymous-file.ts';
import { writeWhole } from '../write-whole.ts';
import { seccompFilter } from './seccomp-filter.ts';
import type { SandboxArchitecture } from './system-calls.ts';

let held: number | undefined;

/**
 * A descriptor that gives the filter's bytes from their beginning; the caller closes it. They lie in a file without a
 * name, written once in the life of this process. Throws as the file system does.
 */
export function openFilter(architecture: SandboxArchitecture): number {
  held ??= createFile(architecture);
  // A duplicate would share its position with every other one.
  return openSync(`/proc/self/fd/${held}`, 'r');
}

function createFile(architecture: SandboxArchitecture): number {
  const file = openAnonymousFile('anywhere');
  writeWhole(file, seccompFilter(architecture));
  return file;
}

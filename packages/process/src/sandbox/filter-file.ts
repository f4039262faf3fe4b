import { openSync } from 'node:fs';
import { openAnonymousFile } from '../anonymous-file.ts';
import { writeWhole } from '../write-whole.ts';
import { seccompFilter } from './seccomp-filter.ts';
import type { SandboxArchitecture } from './system-calls.ts';

/** By what lets unix sockets through. */
const held = new Map<boolean, number>();

/**
 * A descriptor that gives the filter's bytes from their beginning; the caller closes it. They lie in a file without a
 * name, written once in the life of this process. Throws as the file system does.
 */
export function openFilter(architecture: SandboxArchitecture, hasUnixSockets: boolean): number {
  const file = held.get(hasUnixSockets) ?? createFile(architecture, hasUnixSockets);
  held.set(hasUnixSockets, file);
  // A duplicate would share its position with every other one.
  return openSync(`/proc/self/fd/${file}`, 'r');
}

function createFile(architecture: SandboxArchitecture, hasUnixSockets: boolean): number {
  const file = openAnonymousFile('anywhere');
  writeWhole(file, seccompFilter(architecture, hasUnixSockets));
  return file;
}

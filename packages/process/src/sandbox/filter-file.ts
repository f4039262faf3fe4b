import { openSync } from 'node:fs';
import { openAnonymousFile } from '../files/anonymous-file.ts';
import { writeWhole } from '../files/write-whole.ts';
import { seccompFilter } from './seccomp-filter.ts';
import type { SandboxArchitecture } from './system-call-numbers.ts';

/** Keyed by whether unix sockets are allowed. */
const held = new Map<boolean, number>();

/**
 * Returns a descriptor that reads the filter's bytes from the beginning; the caller closes it. The bytes are in an anonymous file,
 * written once per process. Throws like `openSync`.
 */
export function openFilter(architecture: SandboxArchitecture, hasUnixSockets: boolean): number {
  const file = held.get(hasUnixSockets) ?? createFile(architecture, hasUnixSockets);
  held.set(hasUnixSockets, file);
  // A duplicated descriptor would share its position with all others.
  return openSync(`/proc/self/fd/${file}`, 'r');
}

function createFile(architecture: SandboxArchitecture, hasUnixSockets: boolean): number {
  const file = openAnonymousFile('anywhere');
  writeWhole(file, seccompFilter(architecture, hasUnixSockets));
  return file;
}

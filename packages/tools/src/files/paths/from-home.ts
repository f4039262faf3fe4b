import { expandHome } from '@sluice/core';
import { homedir } from 'node:os';

/** A path as the file tools read it: `~` and `~/…` are in the home directory, as in permission rules. */
export function fromHome(given: string): string {
  return given.startsWith('~') ? expandHome(given, homeDirectory()) : given;
}

/** Undefined if there is none. */
export function homeDirectory(): string | undefined {
  try {
    const home = process.env['HOME'] ?? homedir();
    return home.startsWith('/') ? home : undefined;
  } catch {
    // Users without an entry in the system's user database have none.
    return undefined;
  }
}

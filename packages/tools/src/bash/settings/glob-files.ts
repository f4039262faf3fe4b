import { lstatSync, readdirSync } from 'node:fs';
import type { GlobFiles } from '@sluice/shell';

/** Names that are looked at for one command; with more, its patterns may be anything. */
const MAX_NAMES = 20_000;

/** Where the patterns of one command are looked up. */
export function createGlobFiles(): GlobFiles {
  let left = MAX_NAMES;
  return {
    list(directory) {
      try {
        const entries = readdirSync(directory, { withFileTypes: true });
        left -= entries.length;
        // Bytes that are no text could be anything to the shell.
        if (left < 0 || entries.some(({ name }) => name.includes('\uFFFD'))) return undefined;
        return entries.map((entry) => ({ name: entry.name, isLink: entry.isSymbolicLink() }));
      } catch {
        return 'none';
      }
    },
    exists(path) {
      try {
        return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
      } catch {
        return false;
      }
    },
  };
}

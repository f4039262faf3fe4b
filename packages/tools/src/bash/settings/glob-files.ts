import { lstatSync, readdirSync, statSync } from 'node:fs';
import type { GlobFiles } from '@sluice/shell';

/** Maximum number of names checked for one command; beyond that, its patterns may match anything. */
const MAX_NAMES = 20_000;

/** Where the patterns of one command are expanded. */
export function createGlobFiles(): GlobFiles {
  let left = MAX_NAMES;
  return {
    list(directory) {
      try {
        const entries = readdirSync(directory, { withFileTypes: true });
        left -= entries.length;
        // Bytes that aren't text could be anything to the shell.
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
    isFile(path) {
      try {
        return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
      } catch {
        return false;
      }
    },
  };
}

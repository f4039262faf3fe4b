import { lstatSync, readdirSync } from 'node:fs';
import type { GlobFiles } from '../../src/globs/glob-files.ts';

/** The files of this machine. */
export const realFiles: GlobFiles = {
  list(directory) {
    try {
      return readdirSync(directory, { withFileTypes: true }).map((entry) => ({
        name: entry.name,
        isLink: entry.isSymbolicLink(),
      }));
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

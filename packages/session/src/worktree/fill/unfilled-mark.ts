import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { nameFile } from '../name/name-file.ts';

/** Marks a worktree whose ignored files and links may still be missing. Only the holder of the name's lock sets or removes it. */
export interface UnfilledMark {
  /** Before git makes the worktree, so that no kill falls in between. */
  set(): void;
  isSet(): boolean;
  remove(): void;
}

/** The mark is a file beside that lock, in the repository's data. */
export function markUnfilled(commonDirectory: string, name: string): UnfilledMark {
  const path = nameFile(commonDirectory, name, 'unfilled');
  const quietly = (change: () => void): void => {
    try {
      change();
    } catch {
      // Where the lock could be written, only a full disk or another process keeps a mark from it.
    }
  };
  return {
    set: () => quietly(() => writeFileSync(path, '')),
    isSet: () => existsSync(path),
    remove: () => quietly(() => rmSync(path, { force: true })),
  };
}

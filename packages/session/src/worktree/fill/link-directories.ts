import { lstatSync, mkdirSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Links directories of a checkout into a worktree. What git has checked out there, and what the checkout doesn't have, is
 * left out. Answers with what was linked.
 */
export function linkDirectories(
  root: string,
  path: string,
  directories: readonly string[],
): readonly string[] {
  return directories.filter((directory) => {
    const source = join(root, directory);
    const target = join(path, directory);
    const isDirectory = statSync(source, { throwIfNoEntry: false })?.isDirectory() === true;
    if (!isDirectory || lstatSync(target, { throwIfNoEntry: false }) !== undefined) return false;
    try {
      mkdirSync(dirname(target), { recursive: true });
      symlinkSync(source, target);
      return true;
    } catch {
      return false;
    }
  });
}

/** A link of `linkDirectories`: no one's work. `file` is relative, as git lists it. */
export function isLinkedDirectory(path: string, file: string): boolean {
  const [root] = path.split('/.claude/worktrees/');
  try {
    // The worktree may have been made from another worktree of the repository.
    const target = readlinkSync(join(path, file));
    return root !== path && target.startsWith(`${root}/`) && target.endsWith(`/${file}`);
  } catch {
    return false;
  }
}

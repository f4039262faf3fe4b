import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { findRepository } from '../place/find-repository.ts';
import { realPath } from '../place/real-path.ts';

/** The git directories of a linked worktree (`git worktree add`), whose repository is outside of it. Both real. */
export interface LinkedWorktree {
  /** Its own: index, `HEAD`. */
  readonly gitDirectory: string;
  /** The shared one: objects, branches, configuration. Contains the other. */
  readonly commonDirectory: string;
}

/** The git directories of a linked worktree whose repository points back to it; undefined if `root` isn't one. */
export function linkedWorktree(root: string): LinkedWorktree | undefined {
  const found = findRepository(root);
  if (found === undefined || found.root !== root || found.gitDirectory === found.commonDirectory)
    return undefined;
  const { commonDirectory } = found;
  const gitDirectory = realPath(found.gitDirectory);
  const isWithin = gitDirectory !== undefined && dirname(dirname(gitDirectory)) === commonDirectory;
  // A link could lead somewhere that isn't a repository.
  const isReal = lstatSync(commonDirectory, { throwIfNoEntry: false })?.isDirectory() === true;
  return isWithin && isReal ? { gitDirectory, commonDirectory } : undefined;
}

import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { findRepository } from '../place/find-repository.ts';
import { realPath } from '../place/real-path.ts';

/** Of a linked worktree (`git worktree add`), whose repository lies outside of it. Both real. */
export interface LinkedWorktree {
  /** Its own: index, `HEAD`. */
  readonly gitDirectory: string;
  /** The one that it shares: objects, branches, configuration. It holds the other. */
  readonly commonDirectory: string;
}

/** The git directories of a linked worktree, whose repository names it back; undefined where `root` is none. */
export function linkedWorktree(root: string): LinkedWorktree | undefined {
  const found = findRepository(root);
  if (found === undefined || found.root !== root || found.gitDirectory === found.commonDirectory)
    return undefined;
  const { commonDirectory } = found;
  const gitDirectory = realPath(found.gitDirectory);
  const isWithin = gitDirectory !== undefined && dirname(dirname(gitDirectory)) === commonDirectory;
  // A link would lead to where no repository need be.
  const isReal = lstatSync(commonDirectory, { throwIfNoEntry: false })?.isDirectory() === true;
  return isWithin && isReal ? { gitDirectory, commonDirectory } : undefined;
}

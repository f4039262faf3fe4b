import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isInside } from '@sluice/core';
import type { ListedSetting } from './parse-settings.ts';
import type { Setup } from './parse-setup.ts';

/** More than the path of any work tree. */
const MAX_BYTES = 10_000;

/**
 * Whether a repository elsewhere itself names the work tree around `directory` as its own, the way git records it: for a linked work tree
 * in `gitdir` of its part of the shared directory, for a submodule in `core.worktree`. Anyone who can only write to the work tree can make
 * it name any repository, but can't make a repository name it.
 */
export function isGenuine(setup: Setup, settings: readonly ListedSetting[], directory: string): boolean {
  const { gitDirectory, commonDirectory, workTree } = setup;
  const [git, common, tree, here] = [gitDirectory, commonDirectory, workTree, directory].map(realOf);
  if (git === undefined || common === undefined || tree === undefined || here === undefined) return false;
  if (!isInside(here, tree) || !isFile(join(tree, '.git'))) return false;
  if (git === common) {
    const file = join(gitDirectory, 'config');
    const named = settings.findLast(({ key }) => key === 'core.worktree');
    return named?.file === file && isFile(file) && realOf(resolve(git, named.value ?? '')) === tree;
  }
  // A link on the way would lead to what someone else wrote.
  if (dirname(git) !== join(common, 'worktrees')) return false;
  const named = contentOf(join(git, 'gitdir'))?.replace(/\n$/u, '');
  return named !== undefined && named.endsWith('/.git') && realOf(dirname(resolve(git, named))) === tree;
}

function contentOf(path: string): string | undefined {
  try {
    const stats = lstatSync(path);
    return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function isFile(path: string): boolean {
  try {
    return lstatSync(path).isFile();
  } catch {
    return false;
  }
}

function realOf(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : realpathSync.native(path);
  } catch {
    return undefined;
  }
}

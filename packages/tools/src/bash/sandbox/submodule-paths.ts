import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isInside } from '@sluice/core';

/** More than any project has; beyond it, searching would delay every command. */
const MAX_DIRECTORIES = 2000;
const WORK_TREE = /^\s*worktree\s*=\s*"?([^"\n]+?)"?\s*$/m;

interface SubmodulePaths {
  /** What git runs or reads as configuration when it goes through the submodules, as `git status` does. */
  readonly protected: readonly string[];
  /** What would have the same effect as soon as it exists. */
  readonly suspects: readonly string[];
}

/** The repositories of submodules that lie in `.git/modules`, and the parts of linked worktrees, of a working directory. */
export function submodulePaths(root: string): SubmodulePaths {
  const modules = repositoriesBelow(join(root, '.git/modules'));
  const worktrees = directoriesOf(join(root, '.git/worktrees'));
  return {
    protected: modules.flatMap((directory) => {
      const workTree = workTreeOf(directory);
      const marker = workTree !== undefined && isInside(workTree, root) ? join(workTree, '.git') : undefined;
      return [
        join(directory, 'config'),
        join(directory, 'hooks'),
        // Another repository in its place would be gone through, too.
        ...(marker !== undefined && isFile(marker) ? [marker] : []),
      ];
    }),
    suspects: [
      ...modules.flatMap((directory) => [join(directory, 'commondir'), join(directory, 'config.worktree')]),
      ...worktrees.map((directory) => join(directory, 'config.worktree')),
    ],
  };
}

/** Names with slashes lie deeper, and submodules have submodules. */
function repositoriesBelow(start: string): readonly string[] {
  const found: string[] = [];
  const open = [start];
  for (let count = 0; count < MAX_DIRECTORIES; count += 1) {
    const directory = open.shift();
    if (directory === undefined) break;
    if (!isFile(join(directory, 'HEAD'))) open.push(...directoriesOf(directory));
    else {
      found.push(directory);
      open.push(join(directory, 'modules'));
    }
  }
  return found;
}

function directoriesOf(directory: string): readonly string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(directory, name));
  } catch {
    return [];
  }
}

function workTreeOf(directory: string): string | undefined {
  try {
    const [, path] = WORK_TREE.exec(readFileSync(join(directory, 'config'), 'utf8')) ?? [];
    return path === undefined ? undefined : resolve(directory, path);
  } catch {
    return undefined;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

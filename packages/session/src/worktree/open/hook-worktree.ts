import { lstatSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { realDirectory } from '@sluice/base';
import type { HookDispatcher } from '@sluice/hooks';
import { findRepository } from '@sluice/settings';
import type { OpenedWorktree, Worktree } from './open-worktree.ts';
import { generatedWorktreeName, worktreeNameProblem } from '../name/worktree-name.ts';

type Options = Parameters<HookDispatcher['fire']>[2];

/** Has the WorktreeCreate hooks make a worktree, which need not be git's. */
export async function createByHook(
  hooks: HookDispatcher,
  name: string,
  options: Options,
): Promise<OpenedWorktree> {
  const given = name === '' ? generatedWorktreeName() : name;
  const problem = worktreeNameProblem(given);
  if (problem !== undefined) return { ok: false, message: problem };
  const { cwd } = options;
  const { block, worktreePath } = await hooks.fire('WorktreeCreate', { name: given }, options);
  if (block !== undefined)
    return { ok: false, message: `the hook "${block.hook}" created no worktree: ${block.reason}` };
  if (worktreePath === undefined || worktreePath === '')
    return {
      ok: false,
      message: 'no WorktreeCreate hook said where its worktree is: it must print the path',
    };
  const wrong = pathProblem(worktreePath, cwd);
  if (wrong !== undefined) return { ok: false, message: wrong };
  const path = realDirectory(resolve(cwd, worktreePath));
  if (path === undefined)
    return { ok: false, message: `a WorktreeCreate hook named ${worktreePath}, which is not a directory` };
  return { ok: true, worktree: hookWorktree(given, path, path, cwd) };
}

/** What is known of a worktree that a hook has made, in place of `cwd`. */
export function hookWorktree(name: string, path: string, directory: string, cwd: string): Worktree {
  return {
    ...{ name, path, directory },
    mainRoot: findRepository(cwd)?.mainRoot ?? cwd,
    branch: undefined,
    isNew: true,
    commit: 'chosen by a hook',
    missingFiles: undefined,
    copiedFiles: 0,
  };
}

/** An absolute path goes straight to its place: no `.` or `..`, and no symbolic link inside the repository. */
function pathProblem(path: string, cwd: string): string | undefined {
  if (!isAbsolute(path)) return undefined;
  if (path.split('/').some((segment) => segment === '.' || segment === '..'))
    return `a WorktreeCreate hook named ${path}: print the path without "." and ".."`;
  const root = findRepository(cwd)?.mainRoot ?? cwd;
  let at = root;
  for (const segment of relative(root, path).split('/')) {
    if (segment === '..') return undefined;
    at = join(at, segment);
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      return `a WorktreeCreate hook named ${path}, but ${at} is a symbolic link; replace it with a directory`;
  }
  return undefined;
}

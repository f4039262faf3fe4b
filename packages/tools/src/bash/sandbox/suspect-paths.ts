import { join } from 'node:path';
import { PROTECTED_DIRECTORIES, PROTECTED_FILES } from '@sluice/core';
import type { SandboxProfile } from '@sluice/process';
import { HELD } from './always-protected.ts';

/** In these directories only what is executed; the rest is written by installations. */
const PARTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['.yarn', ['.yarn/releases', '.yarn/plugins']],
]);

/**
 * Names that permission asks about, directly in a working directory: an existing one can't be written; a missing one isn't blocked,
 * because programs would fail on a directory in its place.
 */
const NAMES = [...PROTECTED_DIRECTORIES, '.config/git', ...PROTECTED_FILES]
  .filter((name) => !HELD.has(name))
  .flatMap((name) => PARTS.get(name) ?? [name]);

/**
 * Files that make git take its configuration, and the programs it runs, from elsewhere: `commondir` points to another directory, and
 * `HEAD` together with the others turns any directory into a repository without a work tree.
 */
export function suspectPaths(workspace: readonly string[]): NonNullable<SandboxProfile['suspects']> {
  return workspace.flatMap((root) => [
    ...NAMES.map((name) => ({ path: join(root, name), besides: [] })),
    { path: join(root, '.git/commondir'), besides: [] },
    { path: join(root, '.git/config.worktree'), besides: [] },
    { path: join(root, 'HEAD'), besides: [join(root, 'objects'), join(root, 'refs')] },
    { path: join(root, 'HEAD'), besides: [join(root, 'commondir')] },
  ]);
}

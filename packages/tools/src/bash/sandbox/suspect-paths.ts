import { join } from 'node:path';
import { PROTECTED_DIRECTORIES, PROTECTED_FILES } from '@sluice/core';
import type { SandboxProfile } from '@sluice/process';
import { HELD } from './always-protected.ts';

/** Of these directories what is run; the rest is what installations write. */
const PARTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['.yarn', ['.yarn/releases', '.yarn/plugins']],
]);

/**
 * What permission asks about by its name, directly in a working directory: what is there can't be written, and a name that
 * is not there is not held, since a program would stumble over a directory in the place of its settings.
 */
const NAMES = [...PROTECTED_DIRECTORIES, '.config/git', ...PROTECTED_FILES]
  .filter((name) => !HELD.has(name))
  .flatMap((name) => PARTS.get(name) ?? [name]);

/**
 * Files by which git takes its configuration, and the programs that it runs, from elsewhere: `commondir` sends it to another
 * directory, and `HEAD` beside the others makes of any directory a repository without a work tree.
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

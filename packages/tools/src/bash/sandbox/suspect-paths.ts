import { join } from 'node:path';
import type { SandboxProfile } from '@sluice/process';

/**
 * Files by which git takes its configuration, and the programs that it runs, from elsewhere: `commondir` sends it to another
 * directory, and `HEAD` beside the others makes of any directory a repository without a work tree.
 */
export function suspectPaths(workspace: readonly string[]): NonNullable<SandboxProfile['suspects']> {
  return workspace.flatMap((root) => [
    { path: join(root, '.git/commondir'), besides: [] },
    { path: join(root, '.git/config.worktree'), besides: [] },
    { path: join(root, 'HEAD'), besides: [join(root, 'objects'), join(root, 'refs')] },
    { path: join(root, 'HEAD'), besides: [join(root, 'commondir')] },
  ]);
}

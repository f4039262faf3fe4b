import type { CheckContext } from '@sluice/core';

/** The directories that count as the workspace of a call. */
export function workspaceOf({
  permission,
  cwd,
}: Pick<CheckContext, 'permission' | 'cwd'>): readonly string[] {
  return permission.workingDirectories.length > 0 ? permission.workingDirectories : [cwd];
}

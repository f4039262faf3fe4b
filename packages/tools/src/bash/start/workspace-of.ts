import { isInside, type CheckContext } from '@sluice/core';

/** The directories that count as the workspace of a call. */
export function workspaceOf({
  permission,
  cwd,
}: Pick<CheckContext, 'permission' | 'cwd'>): readonly string[] {
  return permission.workingDirectories.length > 0 ? permission.workingDirectories : [cwd];
}

/** Those of them that a shell may be in: where no call may write, as in the session's store of results, is no place to work. */
export function placesToWork(context: Pick<CheckContext, 'permission' | 'cwd'>): readonly string[] {
  const { sealed } = context.permission;
  return workspaceOf(context).filter((place) => !sealed.some(({ path }) => isInside(place, path)));
}

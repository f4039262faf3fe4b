import { isInside, type CheckContext } from '@sluice/core';

/** The workspace directories of a call. */
export function workspaceOf({
  permission,
  cwd,
}: Pick<CheckContext, 'permission' | 'cwd'>): readonly string[] {
  return permission.workingDirectories.length > 0 ? permission.workingDirectories : [cwd];
}

/** Those in which a shell may be: not where calls may not write, such as the session's result store. */
export function placesToWork(context: Pick<CheckContext, 'permission' | 'cwd'>): readonly string[] {
  const { sealed } = context.permission;
  return workspaceOf(context).filter((place) => !sealed.some(({ path }) => isInside(place, path)));
}

import { isInside, type CheckContext } from '@sluice/core';

/** The workspace directories of a call: for an agent with a checkout of its own, not the main one. */
export function workspaceOf({
  permission,
  cwd,
}: Pick<CheckContext, 'permission' | 'cwd'>): readonly string[] {
  const { workingDirectories, isolation } = permission;
  if (workingDirectories.length === 0) return [cwd];
  if (isolation === undefined) return workingDirectories;
  const { mainRoot, path } = isolation;
  return workingDirectories.filter(
    (place) => isInside(place, path) || !(isInside(place, mainRoot) || isInside(mainRoot, place)),
  );
}

/** Those in which a shell may be: not where calls may not write, such as the session's result store. */
export function placesToWork(context: Pick<CheckContext, 'permission' | 'cwd'>): readonly string[] {
  const { sealed } = context.permission;
  return workspaceOf(context).filter((place) => !sealed.some(({ path }) => isInside(place, path)));
}

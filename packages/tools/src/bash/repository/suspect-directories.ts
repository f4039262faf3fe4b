import { isAbsolute } from 'node:path';
import { isInside } from '@sluice/core';

/** Directories on the search path that the workspace, and so anyone who can write to it, controls. */
export function suspectDirectories(
  path: string | undefined,
  workspace: string | undefined,
): readonly string[] {
  return (path ?? '')
    .split(':')
    .filter((entry) => !isAbsolute(entry) || (workspace !== undefined && isInside(entry, workspace)));
}

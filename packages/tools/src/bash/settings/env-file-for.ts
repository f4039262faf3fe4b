import { realpathSync } from 'node:fs';
import { isInside } from '@sluice/core';

/**
 * The shell file that each command sources first. One in the workspace is ignored: an edit could make it do anything, past every rule
 * about commands.
 */
export function envFileFor(envFile: string | undefined, workspace: readonly string[]): string | undefined {
  if (envFile === undefined) return undefined;
  const paths = [envFile, realPath(envFile)];
  const isOurs = workspace.some((directory) => paths.some((path) => isInside(path, directory)));
  return isOurs ? undefined : envFile;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

import { realpathSync } from 'node:fs';
import { isInside } from '@sluice/core';

/**
 * The file of shell text that commands begin with. In the workspace it would be whatever an edit makes of it, past every rule
 * about commands: it is not read then.
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

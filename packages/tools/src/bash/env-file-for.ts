import { realpathSync } from 'node:fs';
import { isInside } from '@sluice/core';
import type { CommandAnalysis } from '@sluice/shell';

/**
 * The file of shell text that this command begins with. A command that only reads runs without a question, and so may an
 * edit inside the workspace: together they would run whatever the model writes, so such a command goes without a file
 * that is in the workspace.
 */
export function envFileFor(
  envFile: string | undefined,
  { isReadOnly }: CommandAnalysis,
  workspace: readonly string[],
): string | undefined {
  if (envFile === undefined || !isReadOnly) return envFile;
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

import { isAbsolute } from 'node:path';
import { basename } from 'node:path/posix';
import { accessSync, constants, realpathSync } from 'node:fs';
import { isInside } from '@sluice/core';
import { envFileFor } from './env-file-for.ts';
import { isSwitchedOn } from '../../is-switched-on.ts';
import type { VariableWarning } from './variable-warning.ts';

/** How commands are run, from the tool's variables. */
export interface BashSettings {
  /** Absolute path of a bash to use instead of the system's. */
  readonly shell?: string;
  /** Absolute path of a shell file that each command sources first. */
  readonly envFile?: string;
  /** A `cd` applies only to its own command. */
  readonly keepsDirectory: boolean;
  readonly warnings: readonly VariableWarning[];
}

/**
 * Reads `CLAUDE_CODE_SHELL`, `CLAUDE_ENV_FILE` and `CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR`. `workspace`: absolute; a shell inside it
 * could be replaced by an edit.
 */
export function readBashSettings(
  env: Readonly<Record<string, string | undefined>>,
  workspace?: string,
): BashSettings {
  const shell = env['CLAUDE_CODE_SHELL'] ?? '';
  const envFile = env['CLAUDE_ENV_FILE'] ?? '';
  const warnings: VariableWarning[] = [];
  const ignore = (variable: string, value: string, problem: string): void => {
    warnings.push({ variable, text: `${variable} is ignored: ${JSON.stringify(value)} ${problem}.` });
  };
  const shellProblem = shell === '' ? undefined : problemOfShell(shell, workspace);
  if (shellProblem !== undefined) ignore('CLAUDE_CODE_SHELL', shell, shellProblem);
  const envFileProblem = envFile === '' ? undefined : problemOfEnvFile(envFile, workspace);
  if (envFileProblem !== undefined) ignore('CLAUDE_ENV_FILE', envFile, envFileProblem);
  return {
    shell: shell !== '' && shellProblem === undefined ? shell : undefined,
    envFile: envFile !== '' && envFileProblem === undefined ? envFile : undefined,
    keepsDirectory: isSwitchedOn(env['CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR']),
    warnings,
  };
}

function problemOfEnvFile(path: string, workspace: string | undefined): string | undefined {
  if (!isAbsolute(path)) return 'is not an absolute path';
  const isOurs = workspace !== undefined && envFileFor(path, [workspace]) === undefined;
  return isOurs ? 'is in the workspace, where an edit could change it' : undefined;
}

/** Any other shell reads the same text differently from how it was analyzed. */
function problemOfShell(path: string, workspace: string | undefined): string | undefined {
  if (!isAbsolute(path)) return 'is not an absolute path';
  if (basename(path) !== 'bash') return 'is not bash, and commands are analyzed as bash commands';
  try {
    accessSync(path, constants.X_OK);
    const isOurs = workspace !== undefined && isInside(realpathSync(path), workspace);
    return isOurs ? 'is in the workspace, where an edit could change it' : undefined;
  } catch {
    return "can't be run";
  }
}

import type { CheckContext } from '@sluice/core';
import type { ProcessSession } from '@sluice/process';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import type { BashLimits } from './settings/bash-limits.ts';
import type { BashSettings } from './settings/bash-settings.ts';
import type { DeniedFilesQuestion } from './sandbox/denied-files.ts';
import type { SandboxPolicy } from './sandbox/sandbox-policy.ts';
import type { SecretVariables } from './settings/secret-variables.ts';
import type { CommandAnalyser } from './judge/command-analyser.ts';

/** What the Bash tool works with. */
export interface BashSurroundings {
  readonly processes: ProcessSession;
  readonly limits: BashLimits;
  readonly settings: BashSettings;
  readonly analyser: CommandAnalyser;
  /** Variables of the command. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Those that are not among them as they are. */
  readonly secrets: SecretVariables | undefined;
  /** Files of shell text that each command begins with, and that no call may write; asked at each. Default none. */
  readonly environmentFiles?: ((signal: AbortSignal) => Promise<readonly string[]>) | undefined;
  /** What the settings say of the sandbox, asked at each command; undefined: there is none. */
  readonly sandbox: (() => SandboxPolicy) | undefined;
  /** No rule denies reading of a path, of which the real one is given. */
  readonly mayRead: (path: string, context: CheckContext, realPath?: string) => boolean;
  /** What a search beneath a directory leaves out. */
  readonly namesLeftOut: (directory: string, context: CheckContext) => readonly string[];
  /** Looks in the working directories for what rules deny. */
  readonly deniedFiles: (question: DeniedFilesQuestion) => Promise<readonly string[] | undefined>;
  /** The text as a list; an empty one where it was said before. */
  readonly sayOnce: (text: string) => readonly string[];
  /** Programs that are not ended with their command. */
  readonly keep: readonly string[];
  /** Undefined: nothing runs in the background. */
  readonly tasks: TaskRegistry | undefined;
}

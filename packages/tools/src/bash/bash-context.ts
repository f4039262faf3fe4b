import type { CheckContext } from '@sluice/core';
import type { ProcessSession } from '@sluice/process';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import type { BashLimits } from './settings/bash-limits.ts';
import type { BashSettings } from './settings/bash-settings.ts';
import type { DeniedFilesQuestion } from './sandbox/denied-files.ts';
import type { SandboxPolicy } from './sandbox/sandbox-policy.ts';
import type { SecretVariables } from './settings/secret-variables.ts';
import type { CommandAnalyzer } from './judge/command-analyzer.ts';

/** What the Bash tool works with. */
export interface BashContext {
  readonly processes: ProcessSession;
  readonly limits: BashLimits;
  readonly settings: BashSettings;
  readonly analyzer: CommandAnalyzer;
  /** Environment of commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Variables that commands don't get, or get with another value. */
  readonly secrets: SecretVariables | undefined;
  /** Shell files that each command sources first and that no call may write; queried for each command. Default none. */
  readonly environmentFiles?: ((signal: AbortSignal) => Promise<readonly string[]>) | undefined;
  /** The sandbox settings, queried for each command; undefined if there are none. */
  readonly sandbox: (() => SandboxPolicy) | undefined;
  /** Whether no rule denies reading a path, given with its real path. */
  readonly mayRead: (path: string, context: CheckContext, realPath?: string) => boolean;
  /** Name patterns that a search below a directory leaves out. */
  readonly namesLeftOut: (directory: string, context: CheckContext) => readonly string[];
  /** Searches the working directories for what rules deny. */
  readonly deniedFiles: (question: DeniedFilesQuestion) => Promise<readonly string[] | undefined>;
  /** The text as a list; empty if it was already said. */
  readonly sayOnce: (text: string) => readonly string[];
  /** Programs that are not ended with their command. */
  readonly keep: readonly string[];
  /** What a command in the background is. Default: a task whose end is told, and nothing else. */
  readonly taskKind?: 'shell' | 'monitor' | undefined;
  /** Undefined if background tasks are not available. */
  readonly tasks: TaskRegistry | undefined;
}

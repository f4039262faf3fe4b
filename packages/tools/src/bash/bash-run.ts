import type { CallContext, ToolResult } from '@sluice/core';
import type { CommandAnalysis } from '@sluice/shell';
import type { BashData } from './bash-data.ts';
import type { BashInput } from './bash-input.ts';
import type { BashContext } from './bash-context.ts';
import type { CommandStart, StartedCommand } from './start/start-command.ts';

/** One call of the tool, approved and ready to start. */
export interface BashRun {
  readonly input: BashInput;
  readonly context: CallContext;
  readonly bashContext: BashContext;
  readonly analysis: CommandAnalysis;
  /** Starts the command with its timeout and output listeners. */
  readonly start: (request: Partial<CommandStart['request']>) => StartedCommand;
  /** What the result says about the start. */
  readonly notes: readonly string[];
}

export type BashResult = ToolResult<BashData>;

/** The part of a result that changes the directory of later commands. */
export function changeCwd(cwd: string): Pick<BashResult, 'modifyContext'> {
  return { modifyContext: (session) => ({ ...session, cwd }) };
}

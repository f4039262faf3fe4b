import { presentItems } from '@sluice/base';
import { fail } from '@sluice/core';
import type { CommandResult } from '@sluice/process';
import { hasSucceeded, type BashData, type BashEnd } from '../bash-data.ts';
import { changeCwd, type BashResult, type BashRun } from '../bash-run.ts';
import { keptNotes } from './kept-notes.ts';
import { memoryNotes } from './memory-notes.ts';
import { describeEnd } from './model-view.ts';
import { nextCwd } from '../start/next-cwd.ts';
import { noteShownFile } from './note-shown-file.ts';
import { notStartedText } from './not-started-text.ts';
import { readEnd } from './read-end.ts';
import { sandboxNotes } from '../sandbox/sandbox-notes.ts';
import { isSilentCommand } from './silent-command.ts';
import type { StartedCommand } from '../start/start-command.ts';
import { takeOutput } from './take-output.ts';
import { placesToWork } from '../start/workspace-of.ts';

/** The result of a command that ended while its call waited. `whyStopped`: why it did not continue as a task. */
export async function concludeCommand(
  { context, bashContext: { limits, settings, sandbox }, analysis, notes }: BashRun,
  started: StartedCommand,
  result: CommandResult,
  whyStopped: string | undefined,
): Promise<BashResult> {
  const final = started.takeFinalCwd();
  if (result.end.status === 'spawn-failed') {
    started.capture.remove();
    return fail(result.end.code, notStartedText(result.end, sandbox?.()));
  }
  const ended = readEnd(analysis.script, result.end, context.cwd, final, limits);
  const hasReason = ended.status === 'timed-out' && (whyStopped ?? '') !== '';
  const end: BashEnd = hasReason ? { ...ended, whyStopped } : ended;
  const { output, notes: ofOutput } = takeOutput(started.capture, result.outputBytes, limits.maxOutputChars);
  const { cwd, note } = nextCwd({
    current: context.cwd,
    final,
    workspace: placesToWork(context),
    canMove: hasSucceeded(end) && context.agentChain.length === 0 && !settings.keepsDirectory,
  });
  const data: BashData = {
    end,
    output,
    noOutputExpected:
      end.status === 'exited' && end.code === 0 && result.outputBytes === 0 && isSilentCommand(analysis),
    stopped: result.stopped,
    remaining: result.remaining,
    notes: presentItems([
      ...ofOutput,
      note,
      ...memoryNotes(result),
      ...keptNotes(result),
      ...notes,
      ...sandboxNotes(result, output.kind === 'inline' ? output.text : undefined),
    ]),
    sandbox: result.sandbox,
    denials: result.denials,
  };
  await noteShownFile(analysis, data, context);
  const change = cwd === undefined ? {} : changeCwd(cwd);
  if (hasSucceeded(end)) return { data, ...change };
  return { failure: { code: failureCode(end), message: describeEnd(end) ?? '' }, data, ...change };
}

function failureCode({ status }: BashEnd): string {
  return status === 'exited' ? 'exit-code' : status;
}

import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail, type CallContext, type CaptureFile, type ToolResult } from '@sluice/core';
import type { CommandResult, ProcessSession } from '@sluice/process';
import { hasSucceeded, type BashData, type BashEnd, type BashText } from './bash-data.ts';
import type { BashInput } from './bash-input.ts';
import type { BashLimits } from './bash-limits.ts';
import { collectOutput } from './collect-output.ts';
import type { CommandAnalyser } from './command-analyser.ts';
import { diskFullNote } from './disk-full.ts';
import { exitMeaning } from './exit-meaning.ts';
import { describeEnd } from './model-view.ts';
import { firstDirectory, nextCwd, realDirectory } from './next-cwd.ts';
import { planCommand } from './plan-command.ts';
import { isSilentCommand } from './silent-command.ts';
import { wrapCommand } from './wrap-command.ts';

type StartedEnd = Exclude<CommandResult['end'], { readonly status: 'spawn-failed' }>;

/** One command in the foreground, from the capture file to the result. */
export async function runBash(
  input: BashInput,
  context: CallContext,
  { processes, limits, analyser, env }: BashSurroundings,
): Promise<ToolResult<BashData>> {
  if (realDirectory(context.cwd) === undefined) return missingCwd(context);
  const plan = planCommand(input, context.cwd, analyser);
  if (plan === 'changed') return changedUnderneath();
  let capture: CaptureFile;
  try {
    capture = context.captureFile();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail('store-unusable', `The command was not run: there is no place for its output. ${reason}`);
  }
  const cwdPath = `${capture.path}.cwd`;
  const result = await processes.run({
    command: wrapCommand(plan.text, cwdPath),
    env: { ...env, ...plan.environment },
    cwd: context.cwd,
    outputPath: capture.path,
    signal: context.signal,
    timeoutMs: Math.min(input.timeout ?? limits.defaultTimeoutMs, limits.maxTimeoutMs),
    onOutput: (bytes) => context.progress({ type: 'output', bytes }),
  });
  const final = takeFinalCwd(cwdPath);
  if (result.end.status === 'spawn-failed') {
    capture.remove();
    return fail(result.end.code, `The command was not run. ${result.end.message}`);
  }
  const end = readEnd(input.command, result.end, context.cwd, final, limits);
  const { output, notes } = takeOutput(capture, result.outputBytes, limits.maxOutputChars);
  const { cwd, note } = nextCwd({
    current: context.cwd,
    final,
    workspace: workspaceOf(context),
    canMove: hasSucceeded(end) && context.agentChain.length === 0,
  });
  const data: BashData = {
    end,
    output,
    noOutputExpected:
      end.status === 'exited' && end.code === 0 && result.outputBytes === 0 && isSilentCommand(input.command),
    stopped: result.stopped,
    remaining: result.remaining,
    notes: note === undefined ? notes : [...notes, note],
  };
  const change = cwd === undefined ? {} : changeCwd(cwd);
  if (hasSucceeded(end)) return { data, ...change };
  return { failure: { code: failureCode(end), message: describeEnd(end) ?? '' }, data, ...change };
}

/** What the tool works with. */
export interface BashSurroundings {
  readonly processes: ProcessSession;
  readonly limits: BashLimits;
  readonly analyser: CommandAnalyser;
  /** Variables of the command. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

function changedUnderneath(): ToolResult<BashData> {
  return fail(
    'surroundings-changed',
    'The command was not run: the repository or the programs around it have changed since it was decided, so that it would now do something else. Make the call again.',
  );
}

function readEnd(
  command: string,
  end: StartedEnd,
  cwd: string,
  final: string | undefined,
  limits: BashLimits,
): BashEnd {
  switch (end.status) {
    case 'exited': {
      const hasMovedTo = (path: string): boolean =>
        final !== undefined && realDirectory(resolve(cwd, path)) === final;
      const meaning = exitMeaning(command, end.code, hasMovedTo);
      return { status: 'exited', code: end.code, ...(meaning === undefined ? {} : { meaning }) };
    }
    case 'timed-out':
      return { ...end, maxTimeoutMs: limits.maxTimeoutMs };
    case 'cancelled':
      return { status: 'cancelled' };
    case 'signalled':
    case 'output-limit':
      return end;
    default:
      return end satisfies never;
  }
}

function failureCode({ status }: BashEnd): string {
  return status === 'exited' ? 'exit-code' : status;
}

/** A command that meant one directory is never run in another. */
function missingCwd(context: CallContext): ToolResult<BashData> {
  const gone = `The command was not run: the working directory ${context.cwd} does not exist any more.`;
  const fallback = firstDirectory(workspaceOf(context));
  if (fallback === undefined)
    return fail('cwd-missing', `${gone} Nor does any other directory of the workspace.`);
  const message = `${gone} Shell cwd was reset to ${fallback}; run the command again if it is right there.`;
  return { ...fail('cwd-missing', message), ...changeCwd(fallback) };
}

function changeCwd(cwd: string): Pick<ToolResult<BashData>, 'modifyContext'> {
  return { modifyContext: (session) => ({ ...session, cwd }) };
}

function workspaceOf({ permission, cwd }: CallContext): readonly string[] {
  return permission.workingDirectories.length > 0 ? permission.workingDirectories : [cwd];
}

function takeFinalCwd(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/\n$/, '') || undefined;
  } catch {
    return undefined;
  } finally {
    rmSync(path, { force: true });
  }
}

function takeOutput(
  capture: CaptureFile,
  bytes: number,
  maxChars: number,
): { readonly output: BashText; readonly notes: readonly string[] } {
  try {
    // Looked at before the file goes, which makes room.
    const full = diskFullNote(capture.path);
    const output = collectOutput(capture, bytes, maxChars);
    if (full === undefined) return { output, notes: [] };
    return { output: output.kind === 'stored' ? { ...output, problem: full } : output, notes: [full] };
  } catch {
    const note = 'The output is lost: its file was removed while the command ran.';
    return { output: { kind: 'inline', text: '' }, notes: [note] };
  }
}

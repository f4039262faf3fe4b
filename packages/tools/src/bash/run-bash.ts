import { fail, type CallContext, type CaptureFile, type ToolResult } from '@sluice/core';
import type { CommandResult } from '@sluice/process';
import type { CommandAnalysis } from '@sluice/shell';
import { hasSucceeded, type BashData, type BashEnd } from './bash-data.ts';
import type { BashInput } from './bash-input.ts';
import type { BashSurroundings } from './bash-surroundings.ts';
import { envFileFor } from './env-file-for.ts';
import { mayReopenOutput } from './may-reopen-output.ts';
import { describeEnd } from './model-view.ts';
import { firstDirectory, nextCwd, realDirectory } from './next-cwd.ts';
import { outputTail } from './output-tail.ts';
import { keptNotes } from './kept-notes.ts';
import { noteShownFile } from './note-shown-file.ts';
import { notStartedText } from './not-started-text.ts';
import { planCommand } from './plan-command.ts';
import { readEnd } from './read-end.ts';
import { backgroundLimit, failedStart, goOn } from './run-in-background.ts';
import { isSilentCommand } from './silent-command.ts';
import { sandboxFacts } from './sandbox-facts.ts';
import { hideDenied } from './sandbox/hide-denied.ts';
import { sandboxNotes } from './sandbox/sandbox-notes.ts';
import { sandboxRequest } from './sandbox/sandbox-request.ts';
import { forgetSecrets } from './secret-variables.ts';
import { startCommand, type CommandStart, type StartedCommand } from './start-command.ts';
import { takeOutput } from './take-output.ts';
import { tooManyTasks } from './too-many-tasks.ts';
import { waitInForeground } from './wait-in-foreground.ts';
import { placesToWork, workspaceOf } from './workspace-of.ts';
import { whyNeverMoved } from './why-never-moved.ts';

/** One command, from the capture file to the result. */
export async function runBash(
  input: BashInput,
  context: CallContext,
  surroundings: BashSurroundings,
): Promise<ToolResult<BashData>> {
  const { processes, settings, analyser, env, secrets } = surroundings;
  if (realDirectory(context.cwd) === undefined) return missingCwd(context);
  const plan = planCommand(input, context.cwd, analyser);
  if (plan === 'changed') return changedUnderneath();
  const capture = openCapture(context);
  if ('failure' in capture) return capture;
  const analysis = analyser.analyse(input, context.cwd);
  const facts = sandboxFacts(input, context, surroundings);
  const { request: sandbox, isOpen } = await hideDenied(
    sandboxRequest({ ...facts, outputPath: capture.path }),
    {
      ...facts,
      mayRead: (path) => surroundings.mayRead(path, context, path),
      rules: context.permission.rules,
      deniedFiles: surroundings.deniedFiles,
    },
  );
  const given = envFileFor(settings.envFile, workspaceOf(context));
  const ofSession = (await surroundings.environmentFiles?.(context.signal)) ?? [];
  const envFiles = [...(given === undefined ? [] : [given]), ...ofSession];
  const start = (request: Partial<CommandStart['request']>): StartedCommand =>
    startCommand(
      {
        text: plan.text,
        isPiped: mayReopenOutput(analysis),
        shell: settings.shell,
        envFiles,
        afterEnvFiles: secrets === undefined ? undefined : forgetSecrets(secrets),
        request: {
          ...request,
          ...sandbox,
          keep: surroundings.keep,
          cwd: context.cwd,
          env: { ...env, ...plan.environment },
        },
      },
      capture,
      processes,
    );
  return input.run_in_background === true
    ? startInBackground(input, context, surroundings, analysis, start)
    : runInForeground(
        input,
        context,
        surroundings,
        analysis,
        start,
        isOpen ? surroundings.sayOnce(TOO_MUCH_TO_HIDE) : [],
      );
}

const TOO_MUCH_TO_HIDE =
  'The sandbox hides nothing here of what rules deny reading of by patterns: the working directories hold too many files to look for it.';

type Start = (request: Partial<CommandStart['request']>) => StartedCommand;

async function startInBackground(
  input: BashInput,
  context: CallContext,
  { tasks, limits, sandbox }: BashSurroundings,
  analysis: CommandAnalysis,
  start: Start,
): Promise<ToolResult<BashData>> {
  if (tasks === undefined) return fail('background-unavailable', 'Nothing runs in the background here.');
  // Asked again: others of the message may have begun since the input was looked at.
  const giveBack = tasks.reserve();
  if (giveBack === undefined) return fail('too-many-tasks', tooManyTasks(tasks));
  try {
    const limitMs = backgroundLimit(input, limits);
    const started = start({ timeoutMs: limitMs });
    const failed = await failedStart(started, sandbox?.());
    giveBack();
    return failed ?? goOn(input, started, tasks, analysis, context, { limitMs });
  } finally {
    giveBack();
  }
}

async function runInForeground(
  input: BashInput,
  context: CallContext,
  surroundings: BashSurroundings,
  analysis: CommandAnalysis,
  start: Start,
  notes: readonly string[],
): Promise<ToolResult<BashData>> {
  const { tasks, limits } = surroundings;
  const timeoutMs = Math.min(input.timeout ?? limits.defaultTimeoutMs, limits.maxTimeoutMs);
  const never = tasks === undefined ? '' : whyNeverMoved(analysis);
  const limitMs = never === undefined ? timeoutMs + limits.defaultBackgroundMs : timeoutMs;
  let isWaiting = true;
  const started: StartedCommand = start({
    timeoutMs: limitMs,
    onOutput(bytes) {
      if (isWaiting) context.progress({ type: 'output', bytes, tail: outputTail(started.capture.path) });
    },
  });
  const result = await waitInForeground(started, {
    signal: context.signal,
    timeoutMs: never === undefined ? timeoutMs : undefined,
    onHeartbeat: (elapsedMs) => context.progress({ type: 'heartbeat', elapsedMs }),
  });
  isWaiting = false;
  if (result !== 'time-up') return conclude(input, context, surroundings, started, result, never, notes);
  if (tasks?.hasRoom === true) {
    return goOn(input, started, tasks, analysis, context, { limitMs, movedAfterMs: timeoutMs });
  }
  started.end();
  const ended = await started.result;
  const stopped: CommandResult =
    ended.end.status === 'cancelled' ? { ...ended, end: { status: 'timed-out', afterMs: timeoutMs } } : ended;
  const why = 'too many tasks run in the background';
  return conclude(input, context, surroundings, started, stopped, why, notes);
}

/** A command in the foreground has ended. */
async function conclude(
  input: BashInput,
  context: CallContext,
  { limits, settings, sandbox, analyser }: BashSurroundings,
  started: StartedCommand,
  result: CommandResult,
  whyStopped: string | undefined,
  ofStart: readonly string[],
): Promise<ToolResult<BashData>> {
  const final = started.takeFinalCwd();
  if (result.end.status === 'spawn-failed') {
    started.capture.remove();
    return fail(result.end.code, notStartedText(result.end, sandbox?.()));
  }
  const ended = readEnd(input.command, result.end, context.cwd, final, limits);
  const hasReason = ended.status === 'timed-out' && (whyStopped ?? '') !== '';
  const end: BashEnd = hasReason ? { ...ended, ...(whyStopped !== undefined && { whyStopped }) } : ended;
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
      end.status === 'exited' && end.code === 0 && result.outputBytes === 0 && isSilentCommand(input.command),
    stopped: result.stopped,
    remaining: result.remaining,
    notes: [
      ...ofOutput,
      ...(note === undefined ? [] : [note]),
      ...keptNotes(result),
      ...ofStart,
      ...sandboxNotes(result),
    ],
    sandbox: result.sandbox,
    denials: result.denials,
  };
  await noteShownFile(analyser.analyse(input, context.cwd), data, context);
  const change = cwd === undefined ? {} : changeCwd(cwd);
  if (hasSucceeded(end)) return { data, ...change };
  return { failure: { code: failureCode(end), message: describeEnd(end) ?? '' }, data, ...change };
}

function openCapture(context: CallContext): CaptureFile | ReturnType<typeof fail> {
  try {
    return context.captureFile();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail('store-unusable', `The command was not run: there is no place for its output. ${reason}`);
  }
}

function changedUnderneath(): ToolResult<BashData> {
  return fail(
    'surroundings-changed',
    'The command was not run: the repository or the programs around it have changed since it was decided, so that it would now do something else. Make the call again.',
  );
}

function failureCode({ status }: BashEnd): string {
  return status === 'exited' ? 'exit-code' : status;
}

/** A command that meant one directory is never run in another. */
function missingCwd(context: CallContext): ToolResult<BashData> {
  const gone = `The command was not run: the working directory ${context.cwd} does not exist any more.`;
  const fallback = firstDirectory(placesToWork(context));
  if (fallback === undefined)
    return fail(
      'cwd-missing',
      `${gone} Nor does any other directory of the workspace, so that no command can run. Write makes missing directories above a file: write one there to have it back, or ask the person.`,
    );
  const message = `${gone} Shell cwd was reset to ${fallback}; run the command again if it is right there.`;
  return { ...fail('cwd-missing', message), ...changeCwd(fallback) };
}

function changeCwd(cwd: string): Pick<ToolResult<BashData>, 'modifyContext'> {
  return { modifyContext: (session) => ({ ...session, cwd }) };
}

import type { CommandResult } from '@sluice/process';
import type { BashResult, BashRun } from '../bash-run.ts';
import { concludeCommand } from '../result/conclude-command.ts';
import { outputTail } from './output-tail.ts';
import { goOn } from './run-in-background.ts';
import type { StartedCommand } from '../start/start-command.ts';
import { waitInForeground } from './wait-in-foreground.ts';
import { whyNeverMoved } from './why-never-moved.ts';

/** The call waits for the command; one that takes too long becomes a task, or is stopped. */
export async function runInForeground(run: BashRun): Promise<BashResult> {
  const { input, context, bashContext, analysis, start } = run;
  const { tasks, limits } = bashContext;
  const timeoutMs = Math.min(input.timeout ?? limits.defaultTimeoutMs, limits.maxTimeoutMs);
  const never = tasks === undefined ? '' : whyNeverMoved(analysis);
  const limitMs = never === undefined ? timeoutMs + limits.defaultBackgroundMs : timeoutMs;
  let isWaiting = true;
  const started: StartedCommand = start({
    timeoutMs: limitMs,
    onOutput(bytes) {
      if (isWaiting) context.progress({ type: 'output', bytes, tail: outputTail(started.capture.path) });
    },
    onStopping(processes) {
      if (isWaiting) context.progress({ type: 'stopping', processes });
    },
  });
  const startedAt = performance.now();
  const byHand = Promise.withResolvers<'moved'>();
  let release: (() => void) | undefined;
  const takeBack = tasks?.offerMove(context.callId, () => {
    release ??= tasks.reserve();
    if (release !== undefined) byHand.resolve('moved');
    return release !== undefined;
  });
  const result = await waitInForeground(started, {
    signal: context.signal,
    timeoutMs: never === undefined ? timeoutMs : undefined,
    moved: byHand.promise,
    onHeartbeat: (elapsedMs) => context.progress({ type: 'heartbeat', elapsedMs }),
  });
  isWaiting = false;
  takeBack?.();
  release?.();
  if (result === 'moved' && tasks !== undefined) {
    const movedAfterMs = Math.round(performance.now() - startedAt);
    return goOn(input, started, tasks, analysis, context, { limitMs, movedAfterMs, isMovedByUser: true });
  }
  if (result !== 'time-up' && result !== 'moved') return concludeCommand(run, started, result, never);
  if (tasks?.hasRoom === true) {
    return goOn(input, started, tasks, analysis, context, { limitMs, movedAfterMs: timeoutMs });
  }
  started.end();
  const ended = await started.result;
  const stopped: CommandResult =
    ended.end.status === 'cancelled' ? { ...ended, end: { status: 'timed-out', afterMs: timeoutMs } } : ended;
  const why = 'too many background tasks are running';
  return concludeCommand(run, started, stopped, why);
}

import { errorText } from '@sluice/base';
import type { FeedItem } from '@sluice/core';
import { commandLine } from '@sluice/tools';
import {
  type LocalRuntime,
  type LocalRuntimeOptions,
  openLocalRuntime,
  type SessionErrorCode,
} from '@sluice/session';
import { boundYoungSpace } from '../bound-young-space.ts';
import { outputFailureText } from '../output-failure.ts';
import { WRONG_USAGE } from '../usage-error.ts';
import { createFedInputs } from './output/fed-inputs.ts';
import { keptText } from './kept-text.ts';
import { openOutput, type OutputOptions } from './output/open-output.ts';
import { sayAs } from '../say.ts';
import { createEndWatch } from '../stop/end-watch.ts';
import { followStopping, type StoppingRow } from '../stop/follow-stopping.ts';
import { createStop, SIGNAL_STATUS, type Stop } from '../stop/stop.ts';
import { stoppable } from '../stop/stoppable-feed.ts';
import { watchSignals } from '../stop/watch-signals.ts';
import { createTally, type Summary } from './tally.ts';
import { telemetryOf } from '../telemetry.ts';

const say = sayAs('sluice exec');

const ENGINE_FAILED = 1;
const NOT_ALL_CARRIED_OUT = 1;
/** Far in the future: the timer only has to exist. */
const FAR_OFF_MS = 2 ** 30;

const REMEDIES: Readonly<Partial<Record<SessionErrorCode, string>>> = {
  'not-empty': 'Pass --resume to continue it, or use another --session-dir.',
  'no-temporary-directory': 'Set TMPDIR or pass --session-dir.',
};

/** Runs the calls of the feed and writes the results; returns the exit code. */
export async function carryOut(
  options: LocalRuntimeOptions,
  feed: AsyncIterable<FeedItem>,
  output: OutputOptions,
): Promise<number> {
  const stop = createStop();
  const unwatch = watchSignals(stop);
  const row = followStopping(stop, { say, command: 'sluice exec' });
  const opened = await openLocalRuntime({
    ...options,
    signal: stop.signal,
    onProcesses: row.follow,
    telemetry: telemetryOf(process.env, say),
  });
  if (!opened.ok) {
    row.close();
    unwatch();
    if (stop.cause?.kind === 'signal') return SIGNAL_STATUS[stop.cause.signal];
    const { code, message } = opened.error;
    const remedy = REMEDIES[code];
    for (const text of message.split('\n')) say(remedy === undefined ? text : `${text} ${remedy}`);
    return code === 'not-empty' || code === 'bad-settings' ? WRONG_USAGE : ENGINE_FAILED;
  }
  const { runtime } = opened;
  for (const notice of runtime.notices) say(notice);
  // A tool that waits for nothing Node knows about must not let the program exit before its result.
  const alive = setInterval(() => {}, FAR_OFF_MS);
  try {
    return statusOf(stop, await runToEnd(runtime, feed, output, stop, row));
  } catch (error) {
    say(`internal error: ${errorText(error)}`);
    return ENGINE_FAILED;
  } finally {
    await runtime.dispose();
    clearInterval(alive);
    row.close();
    unwatch();
  }
}

async function runToEnd(
  runtime: LocalRuntime,
  feed: AsyncIterable<FeedItem>,
  options: OutputOptions,
  stop: Stop,
  row: StoppingRow,
): Promise<Summary> {
  const startedAt = performance.now();
  const inputs = createFedInputs();
  const output = openOutput(runtime.pool, options, inputs.take, startedAt, (error) =>
    stop.trigger({ kind: 'output-failed', error }),
  );
  const tally = createTally();
  const endings = createEndWatch();
  const kept = options.format === 'text' ? inputs.tap(feed) : feed;
  const run = runtime.run(stoppable(kept, stop.signal));
  stop.onStop((cause) => {
    const isCanceled = cause.kind === 'signal' && cause.signal === 'SIGINT';
    run.interrupt(isCanceled ? 'user-cancel' : 'shutdown');
    // A second SIGINT, however soon, finds everything being ended.
    if (cause.kind === 'signal') void runtime.tasks.dispose();
  });
  const unwatch = runtime.tasks.watch((task) => void row.around(() => output.showTask(task)));
  const onEvent = boundYoungSpace();
  for await (const event of run) {
    onEvent();
    tally.add(event);
    endings.take(event);
    await row.around(() => output.show(event));
    const cause = event.type === 'message' ? endings.of(event.messageId) : undefined;
    if (cause !== undefined) stop.trigger(cause);
  }
  const wallMs = performance.now() - startedAt;
  const { keptResults, endedTasks, lastEvents } = await runtime.dispose();
  for (const event of lastEvents) await output.show({ ...event, sequence: 0 });
  unwatch();
  const summary = tally.summary({ wallMs, keptResults, endedTasks: endedTasks.map(({ id }) => id) });
  await output.close(summary);
  if (endedTasks.length > 0) {
    const names = endedTasks.map((task) => `${task.id} (${commandLine(task)})`);
    say(`background tasks that were still running were stopped: ${names.join(', ')}`);
  }
  if (keptResults !== undefined) say(keptText(keptResults, runtime.tasks.list()));
  return summary;
}

function statusOf({ cause }: Stop, { skippedLines, outcomes }: Summary): number {
  if (skippedLines > 0) {
    const lines = skippedLines === 1 ? '1 line was' : `${skippedLines} lines were`;
    say(`${lines} too long to be read: calls in it have no result`);
  }
  switch (cause?.kind) {
    case undefined:
    case 'client-left':
      return skippedLines > 0 ? NOT_ALL_CARRIED_OUT : 0;
    case 'signal':
      return SIGNAL_STATUS[cause.signal];
    case 'hook':
      say(`a hook ended the run: ${cause.reason}. Calls after that message were not run.`);
      return NOT_ALL_CARRIED_OUT;
    case 'declined':
      say(`you declined the call of ${cause.toolName}: the calls after it were not run`);
      return NOT_ALL_CARRIED_OUT;
    case 'client-refused':
      say(cause.message);
      return NOT_ALL_CARRIED_OUT;
    case 'output-failed':
      say(
        `${outputFailureText(cause.error)}; ${(outcomes.cancelled ?? 0) > 0 ? 'unfinished calls were canceled' : 'no call was canceled'}`,
      );
      return ENGINE_FAILED;
    default:
      return cause satisfies never;
  }
}

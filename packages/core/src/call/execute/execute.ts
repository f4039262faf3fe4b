import type { Engine } from '../../engine/engine.ts';
import type { AnyTool } from '../../tool/tool.ts';
import { isCurrent, isOver, type Work } from '../../engine/work.ts';
import { notify, signalOf, type Call } from '../../engine/call.ts';
import { createCallContext } from './call-context.ts';
import { cancel } from '../cancel.ts';
import { journalReadStart, journalStart } from '../start/journal-start.ts';
import { move } from '../move.ts';
import { abandonNested } from './nested.ts';
import { overdueBeside } from './note-overdue.ts';
import { tryOr } from '../../tool/predicates.ts';
import { runTool } from './run-tool.ts';
import { settle } from '../settle/settle.ts';
import type { StageResult } from '../stage.ts';
import { createStopwatch } from '../../engine/stopwatch.ts';

/** Stage 6: the work itself, with its signal and timeout. There is no `await` between the version check and the start. */
export function execute(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  const { tool } = call;
  if (tool === undefined) return 'settled';
  if (call.verdicts.decidedVersion !== engine.permission.state.current().version) return 'recheck';
  if (call.poolVersion !== engine.tools.pool.version && hasLeft(engine, call)) return 'settled';
  const problem = call.hasEffects ? journalStart(engine, call) : undefined;
  if (problem !== undefined) {
    const message = `The call was not started, because the session's journal can't be written (${problem}). Nothing was changed. Calls that only read still work.`;
    settle(engine, call, { code: 'tool-error', errorCode: 'journal-unwritable', message });
    return 'settled';
  }
  if (!call.hasEffects) journalReadStart(engine, call);
  return untilOver(begin(engine, call, tool));
}

/** The call may have waited, and its tool may have left the pool meanwhile. */
function hasLeft(engine: Engine, call: Call): boolean {
  const { name } = call;
  call.poolVersion = engine.tools.pool.version;
  const whyGone = engine.tools.pool.whyGone(name);
  if (whyGone === undefined) return false;
  settle(engine, call, { code: 'unknown-tool', name, nearNames: [], whyGone });
  return true;
}

function begin(engine: Engine, call: Call, tool: AnyTool): Work {
  const startedAt = engine.ports.clock.now();
  call.hasStarted = true;
  call.attempt.ran = undefined;
  call.attempt.ranBeside = overdueBeside(engine, call);
  call.measured.besides = Math.max(call.measured.besides, engine.schedule.running.length);
  for (const other of engine.schedule.running)
    other.measured.besides = Math.max(other.measured.besides, engine.schedule.running.length);
  engine.schedule.running.push(call);
  move(engine, call, 'preparing', { status: 'executing', startedAt });
  call.group.notifyInProgress();

  const work: Work = {
    call,
    attempt: call.attempt,
    startedAt,
    stopwatch: undefined,
    done: undefined,
    hasEnded: false,
    isGraceOver: false,
    stopGrace: undefined,
  };
  call.attempt.work = work;
  startStopwatch(engine, work, tool);
  // Named first, and only then stored in the call: V8 allocates a function that is written where it is assigned to a property in the old
  // generation, where it would keep its call alive until the next full collection.
  const onInterrupt = (): void => interrupt(engine, work);
  call.onInterrupt = onInterrupt;
  work.done = runTool(tool, call.input, createCallContext(engine, work), (ran) => {
    work.hasEnded = true;
    if (isCurrent(work)) {
      work.attempt.ran = ran;
      notify(call);
    }
  });
  return work;
}

function startStopwatch(engine: Engine, work: Work, tool: AnyTool): void {
  const { call } = work;
  const declared =
    tool.timeoutMs === undefined ? undefined : tryOr(() => tool.timeoutMs?.(call.input), undefined);
  const limitMs = declared ?? engine.limits.callTimeoutMs;
  if (limitMs === undefined) return;
  work.stopwatch = createStopwatch(engine.ports.clock, limitMs, () =>
    cancel(call, { kind: 'timeout', afterMs: limitMs }),
  );
  work.stopwatch.start();
}

/** The tool is notified by its signal, and gets a grace period to end. */
function interrupt(engine: Engine, work: Work): void {
  const { call } = work;
  if (work.stopGrace !== undefined) return;
  work.stopGrace = engine.ports.clock.setTimer(engine.limits.graceMs, () => {
    work.isGraceOver = true;
    notify(call);
  });
  signalOf(call);
  call.controller?.abort(call.cancelReason ?? call.forced);
  for (const tell of call.onStopped ?? []) tell();
  call.onStopped?.clear();
  abandonNested(call, call.cancelReason ?? { kind: 'user-cancel' });
}

/** Continues when nothing is waited for any more; the result of the work is checked then. */
export function untilOver(work: Work): Promise<StageResult> {
  const { call } = work;
  return new Promise((resolve) => {
    const wake = (): void => {
      if (isOver(work)) resolve('next');
      else call.waiting = waiting;
    };
    const waiting = { wake };
    wake();
  });
}

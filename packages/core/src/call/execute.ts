import type { Engine } from '../run/engine.ts';
import type { AnyTool } from '../tool/tool.ts';
import { isStopped, park, poke, signalOf, type Call } from './call.ts';
import type { Attempt } from './attempt.ts';
import { createCallContext } from './call-context.ts';
import { cancel } from './cancel.ts';
import { abandonNested, endNested } from './nested.ts';
import { overdueBeside } from './note-overdue.ts';
import { journalStart } from './journal-start.ts';
import { move } from './move.ts';
import { tryOr } from './predicates.ts';
import { runTool } from './run-tool.ts';
import { settle } from './settle.ts';
import { settleAsOverdue } from './overdue.ts';
import type { StageResult } from './stage.ts';
import { createStopwatch } from './stopwatch.ts';

/** Stage 6: the work itself, under its signal and time-out. No `await` lies between the comparison of versions and the start. */
export function execute(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  const { tool } = call;
  if (tool === undefined) return 'settled';
  if (call.decidedVersion !== engine.permission.current().version) return 'recheck';
  const problem = call.hasEffects ? journalStart(engine, call) : undefined;
  if (problem !== undefined) {
    const message = `The call was not started, because the session's journal can't be written (${problem}). Nothing was changed. Calls that only read still work.`;
    settle(engine, call, { code: 'tool-error', errorCode: 'journal-unwritable', message });
    return 'settled';
  }
  return work(engine, call, tool);
}

async function work(engine: Engine, call: Call, tool: AnyTool): Promise<StageResult> {
  const startedAt = engine.clock.now();
  call.hasStarted = true;
  call.ran = undefined;
  call.ranBeside = overdueBeside(engine, call);
  call.besides = Math.max(call.besides, engine.running.length);
  for (const other of engine.running) other.besides = Math.max(other.besides, engine.running.length);
  engine.running.push(call);
  move(engine, call, 'preparing', { status: 'executing', startedAt });
  call.group.tellInProgress();

  const attempt: Attempt = { call, number: call.attempt, stopwatch: undefined };
  const limitMs = tryOr(() => tool.timeoutMs?.(call.input), undefined) ?? engine.callTimeoutMs;
  if (limitMs !== undefined) {
    attempt.stopwatch = createStopwatch(engine.clock, limitMs, () =>
      cancel(call, { kind: 'timeout', afterMs: limitMs }),
    );
    attempt.stopwatch.start();
  }
  let isGraceOver = false;
  let stopGrace: (() => void) | undefined;
  // Named, and only then kept in the call: V8 makes a function that is written where it is assigned to a property among
  // the old objects at once, where it would keep its call until the next full collection.
  const onInterrupt = (): void => {
    if (stopGrace !== undefined) return;
    stopGrace = engine.clock.setTimer(engine.graceMs, () => {
      isGraceOver = true;
      poke(call);
    });
    signalOf(call);
    call.controller?.abort(call.cancelReason ?? call.forced);
    for (const tell of call.onStopped ?? []) tell();
    call.onStopped?.clear();
    abandonNested(call, call.cancelReason ?? { kind: 'user-cancel' });
  };
  call.onInterrupt = onInterrupt;

  const context = createCallContext(engine, attempt);
  let hasEnded = false;
  const done = runTool(tool, call.input, context).then((ran) => {
    hasEnded = true;
    if (call.attempt === attempt.number && call.state.status === 'executing') {
      call.ran = ran;
      poke(call);
    }
  });
  while (call.ran === undefined && !isGraceOver && !(call.mustRestart && !isStopped(call))) await park(call);

  attempt.stopwatch?.pause();
  stopGrace?.();
  call.onInterrupt = undefined;
  call.executingMs += engine.clock.now() - startedAt;
  engine.running.splice(engine.running.indexOf(call), 1);
  call.group.tellInProgress();

  if (call.mustRestart && !isStopped(call)) {
    letGo(engine, call, done, hasEnded);
    return 'again';
  }
  if (call.ran === undefined) {
    settleAsOverdue(engine, call, done);
    return 'settled';
  }
  if (call.nested !== undefined) await endNested(call.nested, call);
  return 'next';
}

/** The attempt no longer counts: it is told to stop, and keeps its slot until it has, or its grace is over. */
function letGo(engine: Engine, call: Call, done: Promise<void>, hasEnded: boolean): void {
  call.controller?.abort('superseded');
  call.controller = undefined;
  abandonNested(call, { kind: 'parent-ended' });
  call.nested = undefined;
  if (hasEnded || !call.holdsSlot) return;
  call.holdsSlot = false;
  let isFree = false;
  const free = (): void => {
    if (isFree) return;
    isFree = true;
    stopTimer();
    engine.slots.release();
  };
  const stopTimer = engine.clock.setTimer(engine.graceMs, free);
  void done.then(free);
}

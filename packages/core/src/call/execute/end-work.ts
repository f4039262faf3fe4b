import type { Engine } from '../../engine/engine.ts';
import { isOver, type Work } from '../../engine/work.ts';
import { isStopped, type Call } from '../../engine/call.ts';
import { untilOver } from './execute.ts';
import { abandonNested, endNested } from './nested.ts';
import { settleAsOverdue } from './overdue.ts';
import type { StageResult } from '../stage.ts';

/** After stage 6: the call no longer runs, and its tool has ended, or was told to end and is not waited for. */
export function endWork(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  const { work } = call.attempt;
  if (work === undefined) return 'next';
  // It was going to restart and has been stopped since: then it gets its grace period.
  if (!isOver(work)) return untilOver(work).then(() => endWork(engine, call));
  call.attempt.work = undefined;
  work.stopwatch?.pause();
  work.stopGrace?.();
  call.onInterrupt = undefined;
  call.measured.executingMs += engine.ports.clock.now() - work.startedAt;
  engine.schedule.running.splice(engine.schedule.running.indexOf(call), 1);
  call.group.notifyInProgress();

  if (call.mustRestart && !isStopped(call)) {
    letGo(engine, work);
    return 'again';
  }
  if (call.attempt.ran === undefined) {
    settleAsOverdue(engine, call, work.done ?? Promise.resolve());
    return 'settled';
  }
  return call.nested === undefined ? 'next' : endNested(call.nested, call).then(() => 'next');
}

/** The attempt is superseded: it is told to stop, and keeps its slot until it has, or its grace period is over. */
function letGo(engine: Engine, { call, done, hasEnded }: Work): void {
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
    engine.schedule.slots.release();
  };
  const stopTimer = engine.ports.clock.setTimer(engine.limits.graceMs, free);
  void done?.then(free);
}

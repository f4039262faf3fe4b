import type { Engine } from '../run/engine.ts';
import { outcomeForModel } from './outcome-text.ts';
import type { Outcome } from './outcome.ts';
import type { Call } from './call.ts';
import { complete, textResult } from './settle.ts';

/**
 * A tool that ignored its signal for the length of the grace: the call settles, and keeps its claims until the tool
 * really ends; a conflicting call waits no longer than `conflictWaitMs`, then runs and says so.
 */
export function settleAsOverdue(engine: Engine, call: Call, done: Promise<void>): void {
  const outcome: Exclude<Outcome, { code: 'ok' }> =
    call.forced !== undefined && call.forced.code !== 'ok'
      ? call.forced
      : {
          code: 'cancelled',
          reason: call.cancelReason ?? { kind: 'shutdown' },
          started: true,
          mayStillRun: true,
        };
  const content = outcomeForModel(outcome, call.name);
  complete(engine, call, textResult(engine, call, outcome, content), undefined, { keepsClaims: true });
  const stopTimer = engine.clock.setTimer(engine.conflictWaitMs, () => {
    engine.overdue.add(call);
    call.group.scheduler.release(call);
  });
  void done.then(() => {
    stopTimer();
    engine.overdue.delete(call);
    call.group.scheduler.release(call);
  });
}

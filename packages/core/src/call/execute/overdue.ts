import type { Engine } from '../../engine/engine.ts';
import { outcomeForModel } from '../../outcome/outcome-text.ts';
import type { Outcome } from '../../data/outcome.ts';
import type { Call } from '../../engine/call.ts';
import { complete, textResult } from '../settle/settle.ts';

/** A tool ignored its signal for the whole grace period: the call settles as canceled, and says that it may still be running. */
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
  // The claims of enclosing calls cover this one against all others, so they are held as well.
  for (let outer: Call | undefined = call; outer !== undefined; outer = outer.parent) {
    outer.lingering ??= new Set();
    outer.lingering.add(done);
  }
  complete(engine, call, textResult(engine, call, outcome, content));
}

import type { Engine } from '../engine/engine.ts';
import { isStopped, wait, notify, type Call } from '../engine/call.ts';

/**
 * The result of a check or hook. If the call is stopped meanwhile, the check is notified by the call's signal and has the grace period to
 * end; after that the result is undefined.
 */
export async function checkWithinGrace<Value>(
  engine: Engine,
  call: Call,
  work: Promise<Value>,
): Promise<Value | undefined> {
  let ended: { readonly value: Value } | { readonly error: unknown } | undefined;
  let isGraceOver = false;
  let stopGrace: (() => void) | undefined;
  work.then(
    (value) => {
      ended = { value };
      notify(call);
    },
    (error: unknown) => {
      ended = { error };
      notify(call);
    },
  );
  while (ended === undefined && !isGraceOver) {
    if (isStopped(call) || call.isHurried) {
      stopGrace ??= engine.ports.clock.setTimer(engine.limits.graceMs, () => {
        isGraceOver = true;
        notify(call);
      });
    }
    await wait(call);
  }
  stopGrace?.();
  if (ended === undefined) return undefined;
  if ('error' in ended) throw ended.error;
  return ended.value;
}

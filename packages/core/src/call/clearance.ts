import type { Engine } from '../run/engine.ts';
import type { SlotWaiter } from '../schedule/slots.ts';
import { isInterrupted, park, type Call } from './call.ts';
import type { StageResult } from './stage.ts';

/**
 * Between permission and start: a call with effects waits for the verdicts of all earlier calls of its message, every
 * call for a free slot. A prepared call that waits for a slot keeps its place among those being prepared, which bounds
 * how far preparation runs ahead; one that waits for a person or for verdicts does not, then or later, since nothing
 * that runs ahead may delay it.
 */
export function clear(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  call.group.gate.mark(call.index);
  if (call.hasEffects && closedGate(call) !== undefined) return waitForVerdicts(engine, call);
  return takeSlot(engine, call);
}

async function waitForVerdicts(engine: Engine, call: Call): Promise<StageResult> {
  while (!isInterrupted(call)) {
    const closed = closedGate(call);
    if (closed === undefined) return takeSlot(engine, call);
    leavePreparingSlot(engine, call);
    let stop: (() => void) | undefined;
    await park(call, (resolve) => {
      stop = closed.group.gate.whenOpen(closed.index, resolve);
    });
    stop?.();
  }
  return 'next';
}

/** The call itself, or one around it, that still waits for the verdict of an earlier one. */
function closedGate(call: Call): Call | undefined {
  for (let inner: Call | undefined = call; inner !== undefined; inner = inner.parent) {
    if (!inner.group.gate.isOpenFor(inner.index)) return inner;
  }
  return undefined;
}

/** Holds a slot when it answers, unless the call was interrupted. */
function takeSlot(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  const begin = (): StageResult => {
    call.holdsSlot = true;
    leavePreparingSlot(engine, call);
    return 'next';
  };
  if (engine.slots.takeNow()) return begin();
  return new Promise((resolve) => {
    const waiter = waiterOf(call, () => {
      call.wake = undefined;
      resolve(begin());
    });
    const wake = (): void => {
      call.wake = wake;
      if (!isInterrupted(call)) return;
      engine.slots.forget(waiter);
      resolve('next');
    };
    call.wake = wake;
    engine.slots.acquire(waiter);
  });
}

/**
 * Holds a place among those being prepared when `begin` is called, unless the call was interrupted. The place is asked for at
 * the very moment when the call is ready, so that a call earlier in order is never overtaken by one that has waited
 * for longer; one that comes when an earlier call has begun to conflict again is given back.
 */
export function takePlaceWhenReady(
  engine: Engine,
  call: Call,
  begin: () => StageResult,
): Promise<StageResult> {
  return new Promise((resolve) => {
    let waiter: SlotWaiter | undefined;
    const enter = (): void => {
      call.whenReady = undefined;
      waiter = waiterOf(call, () => {
        call.holdsPreparingSlot = true;
        if (call.isReady) {
          call.wake = undefined;
          resolve(begin());
        } else {
          leavePreparingSlot(engine, call);
          call.whenReady = enter;
        }
      });
      engine.preparing.acquire(waiter);
    };
    const wake = (): void => {
      call.wake = wake;
      if (!isInterrupted(call)) return;
      call.whenReady = undefined;
      call.wake = undefined;
      if (waiter !== undefined) engine.preparing.forget(waiter);
      resolve(begin());
    };
    call.wake = wake;
    if (call.isReady) enter();
    else call.whenReady = enter;
  });
}

function waiterOf(call: Call, onSlot: () => void): SlotWaiter {
  return { rootOrder: call.rootOrder, sequence: call.order, isGone: false, onSlot };
}

export function leaveSlot(engine: Engine, call: Call): void {
  if (!call.holdsSlot) return;
  call.holdsSlot = false;
  engine.slots.release();
}

export function leavePreparingSlot(engine: Engine, call: Call): void {
  if (!call.holdsPreparingSlot) return;
  call.holdsPreparingSlot = false;
  engine.preparing.release();
}

export function leaveSlots(engine: Engine, call: Call): void {
  leavePreparingSlot(engine, call);
  leaveSlot(engine, call);
}

import type { Engine } from '../run/engine.ts';
import type { Slots, SlotWaiter } from '../schedule/slots.ts';
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
  if (call.hasEffects && closedGate(call) !== undefined) return clearSlowly(engine, call);
  if (!engine.slots.takeNow()) return clearSlowly(engine, call);
  call.holdsSlot = true;
  leavePreparingSlot(engine, call);
  return 'next';
}

async function clearSlowly(engine: Engine, call: Call): Promise<StageResult> {
  while (call.hasEffects && !isInterrupted(call)) {
    const closed = closedGate(call);
    if (closed === undefined) break;
    leavePreparingSlot(engine, call);
    let stop: (() => void) | undefined;
    await park(call, (resolve) => {
      stop = closed.group.gate.whenOpen(closed.index, resolve);
    });
    stop?.();
  }
  if (isInterrupted(call)) return 'next';
  await takeSlot(engine, call);
  leavePreparingSlot(engine, call);
  return 'next';
}

/** The call itself, or one around it, that still waits for the verdict of an earlier one. */
function closedGate(call: Call): Call | undefined {
  for (let inner: Call | undefined = call; inner !== undefined; inner = inner.parent) {
    if (!inner.group.gate.isOpenFor(inner.index)) return inner;
  }
  return undefined;
}

/** Holds a slot when it returns, unless the call was interrupted. */
export async function takeSlot(engine: Engine, call: Call): Promise<void> {
  if (call.holdsSlot) return;
  call.holdsSlot = await take(engine.slots, call);
}

/**
 * Asks for a place among those being prepared at the very moment when the call is ready, so that a call earlier in
 * order is never overtaken by one that has waited for longer.
 */
export function enterWhenReady(
  engine: Engine,
  call: Call,
): { readonly onEntered: (resolve: () => void) => void; readonly stop: () => void } {
  let tell: (() => void) | undefined;
  const waiter: SlotWaiter = {
    rootOrder: call.rootOrder,
    sequence: call.order,
    isGone: false,
    onSlot: () => {
      call.holdsPreparingSlot = true;
      tell?.();
    },
  };
  const enter = (): void => {
    call.whenReady = undefined;
    engine.preparing.acquire(waiter);
  };
  if (call.isReady) enter();
  else call.whenReady = enter;
  return {
    onEntered: (resolve) => {
      tell = resolve;
    },
    stop: () => {
      call.whenReady = undefined;
      if (!call.holdsPreparingSlot) engine.preparing.forget(waiter);
    },
  };
}

async function take(slots: Slots, call: Call): Promise<boolean> {
  let isHeld = false;
  let resolveWait: (() => void) | undefined;
  const waiter: SlotWaiter = {
    rootOrder: call.rootOrder,
    sequence: call.order,
    isGone: false,
    onSlot: () => {
      isHeld = true;
      resolveWait?.();
    },
  };
  slots.acquire(waiter);
  while (!isHeld && !isInterrupted(call)) {
    await park(call, (resolve) => {
      resolveWait = resolve;
    });
  }
  if (!isHeld) slots.forget(waiter);
  return isHeld;
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

import type { Engine } from '../run/engine.ts';
import type { Slots, SlotWaiter } from '../schedule/slots.ts';
import { isInterrupted, park, type Call } from './call.ts';
import type { StageResult } from './stage.ts';

/**
 * Between permission and start: a call with effects waits for the verdicts of all earlier calls of its message, every
 * call for a free slot. A prepared call that waits for a slot keeps its place among those being prepared, which bounds
 * how far preparation runs ahead; one that waits for verdicts does not, since those verdicts need places.
 */
export async function clear(engine: Engine, call: Call): Promise<StageResult> {
  call.group.gate.mark(call.index);
  if (call.hasEffects) {
    for (let inner: Call | undefined = call; inner !== undefined; inner = inner.parent) {
      const { group, index } = inner;
      while (!group.gate.isOpenFor(index) && !isInterrupted(call)) {
        leavePreparingSlot(engine, call);
        await park(call, (resolve) => group.gate.whenOpen(index, resolve));
      }
      if (isInterrupted(call)) {
        group.gate.forget(index);
        return 'next';
      }
    }
  }
  await takeSlot(engine, call);
  leavePreparingSlot(engine, call);
  return 'next';
}

/** Holds a slot when it returns, unless the call was interrupted. */
export async function takeSlot(engine: Engine, call: Call): Promise<void> {
  if (call.holdsSlot) return;
  call.holdsSlot = await take(engine.slots, call);
}

export async function takePreparingSlot(engine: Engine, call: Call): Promise<void> {
  if (call.holdsPreparingSlot) return;
  call.holdsPreparingSlot = await take(engine.preparing, call);
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

import { describe, expect, it } from 'vitest';
import { createSlots, type SlotWaiter } from '../../src/schedule/slots.ts';
import { createVerdictGate } from '../../src/schedule/verdict-gate.ts';

describe('slots', () => {
  function waiters() {
    const granted: string[] = [];
    return {
      granted,
      waiter: (name: string, rootOrder: number, sequence = rootOrder): SlotWaiter => ({
        rootOrder,
        sequence,
        isGone: false,
        onSlot: () => void granted.push(name),
      }),
    };
  }

  it('are taken at once while there are any, then in call order', () => {
    const slots = createSlots(2);
    const { granted, waiter } = waiters();
    for (const order of [1, 2, 9, 5, 7]) slots.acquire(waiter(`w${order}`, order));
    expect(granted).toEqual(['w1', 'w2']);
    expect(slots.used).toBe(2);
    for (let count = 0; count < 3; count += 1) slots.release();
    expect(granted).toEqual(['w1', 'w2', 'w5', 'w7', 'w9']);
    slots.release();
    slots.release();
    expect(slots.used).toBe(0);
  });

  it('go to nested calls in the place of the call that made them', () => {
    const slots = createSlots(1);
    const { granted, waiter } = waiters();
    slots.acquire(waiter('first', 1));
    slots.acquire(waiter('later', 3));
    slots.acquire(waiter('nested of 2', 2, 10));
    slots.acquire(waiter('2 itself', 2, 2));
    for (let count = 0; count < 3; count += 1) slots.release();
    expect(granted).toEqual(['first', '2 itself', 'nested of 2', 'later']);
  });

  it('pass over those that no longer wait', () => {
    const slots = createSlots(1);
    const { granted, waiter } = waiters();
    slots.acquire(waiter('a', 1));
    const gone = waiter('b', 2);
    slots.acquire(gone);
    slots.acquire(waiter('c', 3));
    slots.forget(gone);
    slots.release();
    expect(granted).toEqual(['a', 'c']);
    slots.release();
    expect(slots.used).toBe(0);
  });
});

describe('the gate that effects wait at', () => {
  it('opens for a place when all before it have their verdict, in whatever order', () => {
    const gate = createVerdictGate();
    const passed: string[] = [];
    gate.whenOpen(3, () => passed.push('three'));
    gate.whenOpen(1, () => passed.push('one'));
    gate.whenOpen(3, () => passed.push('three again'));
    gate.mark(2);
    gate.mark(1);
    expect([gate.isOpenFor(0), gate.isOpenFor(1), passed]).toEqual([true, false, []]);
    gate.mark(0);
    gate.mark(0);
    expect(passed).toEqual(['one', 'three', 'three again']);
    expect(gate.isOpenFor(3)).toBe(true);
    expect(gate.isOpenFor(4)).toBe(false);
    gate.whenOpen(2, () => passed.push('at once'));
    expect(passed.at(-1)).toBe('at once');
  });

  it('forgets one that no longer waits, and no other', () => {
    const gate = createVerdictGate();
    const passed: string[] = [];
    const stop = gate.whenOpen(1, () => passed.push('gone'));
    gate.whenOpen(1, () => passed.push('stays'));
    stop();
    gate.mark(0);
    expect(passed).toEqual(['stays']);
  });
});

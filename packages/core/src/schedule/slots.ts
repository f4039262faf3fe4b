/** A number of slots that waiters get in call order. */
export interface SlotWaiter {
  /** Place of the top-level call in call order. */
  readonly rootOrder: number;
  /** Place among calls of the same root. */
  readonly sequence: number;
  /** Called at most once, when the waiter holds a slot. */
  readonly onSlot: () => void;
  isGone: boolean;
}

export interface Slots {
  readonly capacity: number;
  readonly used: number;
  /** Calls `onSlot` at once if a slot is free and no one waits, else later, in call order. */
  acquire(waiter: SlotWaiter): void;
  /** Takes a slot if one is free and no one waits. */
  takeNow(): boolean;
  /** Removes a waiter from the queue. */
  forget(waiter: SlotWaiter): void;
  release(): void;
}

export function createSlots(capacity: number): Slots {
  let heap: SlotWaiter[] = [];
  let used = 0;

  const grant = (): void => {
    while (used < capacity) {
      const waiter = takeFirst(heap);
      if (waiter === undefined) return;
      // An array in the old generation would, as it grows again, leave its store behind, full of young objects.
      if (heap.length === 0) heap = [];
      if (waiter.isGone) continue;
      waiter.isGone = true;
      used += 1;
      waiter.onSlot();
    }
  };

  return {
    capacity,
    get used() {
      return used;
    },
    takeNow() {
      if (used >= capacity || heap.length > 0) return false;
      used += 1;
      return true;
    },
    acquire(waiter) {
      if (used < capacity && heap.length === 0) {
        waiter.isGone = true;
        used += 1;
        waiter.onSlot();
        return;
      }
      insert(heap, waiter);
      grant();
    },
    forget(waiter) {
      waiter.isGone = true;
    },
    release() {
      used -= 1;
      grant();
    },
  };
}

function isBefore(a: SlotWaiter, b: SlotWaiter): boolean {
  return a.rootOrder === b.rootOrder ? a.sequence < b.sequence : a.rootOrder < b.rootOrder;
}

function insert(heap: SlotWaiter[], waiter: SlotWaiter): void {
  let index = heap.length;
  heap.push(waiter);
  while (index > 0) {
    const parentIndex = (index - 1) >> 1;
    const parent = heap[parentIndex];
    if (parent === undefined || !isBefore(waiter, parent)) break;
    heap[index] = parent;
    index = parentIndex;
  }
  heap[index] = waiter;
}

function takeFirst(heap: SlotWaiter[]): SlotWaiter | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let index = 0;
  for (;;) {
    let childIndex = index * 2 + 1;
    let child = heap[childIndex];
    const right = heap[childIndex + 1];
    if (child !== undefined && right !== undefined && isBefore(right, child)) {
      child = right;
      childIndex += 1;
    }
    if (child === undefined || !isBefore(child, last)) break;
    heap[index] = child;
    index = childIndex;
  }
  heap[index] = last;
  return first;
}

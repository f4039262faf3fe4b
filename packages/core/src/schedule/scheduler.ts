import { createChain, type Linked } from './chain.ts';
import { demandsEqual, type Demands } from './demands.ts';
import { createTicketOffice, type TicketHolder } from './tickets.ts';

/**
 * Decides which calls may be prepared: those with no earlier unreleased call that conflicts. Exclusive calls cut the
 * order into segments; a call behind one computes its claims only when it is through, so that a changed working
 * directory moves them and a long tail costs nothing.
 */
export interface Entry<Self = unknown> extends TicketHolder<Self>, Linked<Self> {
  place: 'new' | 'behind' | 'active' | 'barrier' | 'gone';
  isReady: boolean;
  demands: Demands | undefined;
}

export function createEntry<Self>(order: number): Entry<Self> {
  return {
    order,
    firstTicket: undefined,
    shutTickets: 0,
    previous: undefined,
    next: undefined,
    place: 'new',
    isReady: false,
    demands: undefined,
  };
}

export interface SchedulerEvents<Item extends Entry<Item>> {
  /** Computes the claims of a call that has come to the front of its segment. */
  demandsOf(item: Item): Demands;
  /** All earlier conflicting calls have let go. */
  onReady(item: Item): void;
  /** An earlier call now conflicts with this one, which was ready: what it has begun must begin again. */
  onShut(item: Item): void;
}

export interface Scheduler<Item extends Entry<Item>> {
  /** Adds a call at the end of the order. */
  add(item: Item): void;
  /** Takes a call back into its own place after it had let go (it is run again), or computes its claims anew. True: they changed. */
  reclaim(item: Item): boolean;
  /** The call lets go of what it claimed. Calling it again does nothing. */
  release(item: Item): void;
}

export function createScheduler<Item extends Entry<Item>>(events: SchedulerEvents<Item>): Scheduler<Item> {
  const office = createTicketOffice<Item>();
  const active = createChain<Item>();
  let behind: Item[] = [];
  let behindFrom = 0;
  let barrier: Item | undefined;

  const setReady = (item: Item): void => {
    if (item.isReady) return;
    item.isReady = true;
    events.onReady(item);
  };
  const setShut = (item: Item): void => {
    if (!item.isReady) return;
    item.isReady = false;
    events.onShut(item);
  };
  const openAll = (items: Item[]): void => {
    if (items.length > 1) items.sort((a, b) => a.order - b.order);
    for (const item of items) if (item.place === 'active' && item.shutTickets === 0) setReady(item);
  };

  const admit = (item: Item): void => {
    const demands = events.demandsOf(item);
    item.demands = demands;
    if (demands === 'exclusive') {
      becomeBarrier(item);
      return;
    }
    item.place = 'active';
    active.add(item);
    office.enter(item, demands, setShut);
    if (item.shutTickets === 0) setReady(item);
  };

  const becomeBarrier = (item: Item): void => {
    item.place = 'barrier';
    barrier = item;
    if (active.isEmpty()) setReady(item);
    else setShut(item);
  };

  const drain = (): void => {
    while (barrier === undefined && behindFrom < behind.length) {
      const item = behind[behindFrom];
      behindFrom += 1;
      if (item?.place === 'behind') admit(item);
    }
    if (behindFrom > 1024 && behindFrom * 2 > behind.length) {
      behind = behind.slice(behindFrom);
      behindFrom = 0;
    }
  };

  /** Sends every call after `item` back behind it. */
  const pullBack = (item: Item): void => {
    const later = active
      .toArray()
      .filter((other) => other.order > item.order)
      .sort((a, b) => a.order - b.order);
    if (barrier !== undefined && barrier.order > item.order) {
      later.push(barrier);
      barrier = undefined;
    }
    for (const other of later) {
      if (other.place === 'active') active.remove(other);
      other.place = 'behind';
      office.leave(other, () => {});
      setShut(other);
    }
    behind = [...later, ...behind.slice(behindFrom)];
    behindFrom = 0;
  };

  const putBehind = (item: Item): void => {
    item.place = 'behind';
    const waiting = behind.slice(behindFrom);
    const index = waiting.findIndex((other) => other.order > item.order);
    behind = waiting.toSpliced(index === -1 ? waiting.length : index, 0, item);
    behindFrom = 0;
  };

  const leave = (item: Item, opened: Item[]): void => {
    active.remove(item);
    office.leave(item, (other) => opened.push(other));
  };

  return {
    add(item) {
      if (barrier !== undefined) {
        item.place = 'behind';
        behind.push(item);
      } else admit(item);
    },

    reclaim(item) {
      if (item.place === 'behind') return false;
      const demands = events.demandsOf(item);
      const isHeld = item.place === 'active' || item.place === 'barrier';
      if (isHeld && item.demands !== undefined && demandsEqual(item.demands, demands)) return false;
      const opened: Item[] = [];
      if (item.place === 'active') leave(item, opened);
      if (item.place === 'barrier') barrier = undefined;
      item.demands = demands;
      if (demands === 'exclusive') {
        pullBack(item);
        becomeBarrier(item);
      } else if (barrier !== undefined && barrier.order < item.order) {
        putBehind(item);
        setShut(item);
      } else {
        item.place = 'active';
        active.add(item);
        office.enter(item, demands, setShut);
        if (item.shutTickets === 0) setReady(item);
        else setShut(item);
        if (barrier !== undefined) setShut(barrier);
      }
      openAll(opened);
      drain();
      if (barrier !== undefined && active.isEmpty()) setReady(barrier);
      return true;
    },

    release(item) {
      const { place } = item;
      if (place === 'gone') return;
      item.place = 'gone';
      item.isReady = false;
      if (place === 'barrier') {
        barrier = undefined;
        drain();
      } else if (place === 'active') {
        const opened: Item[] = [];
        leave(item, opened);
        openAll(opened);
      }
      if (barrier !== undefined && active.isEmpty()) setReady(barrier);
    },
  };
}

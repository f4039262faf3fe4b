import { createChain, type Linked } from './chain.ts';
import { demandsEqual, type Demands } from './demands.ts';
import { createTicketOffice, type TicketHolder } from './tickets.ts';

/**
 * Decides which calls may be prepared: those with no earlier unreleased call that conflicts. Exclusive calls cut the order into segments;
 * a call behind one computes its claims only when it is done, so that a changed working directory takes effect and a long tail costs
 * nothing.
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

interface SchedulerEvents<Item extends Entry<Item>> {
  /** Computes the claims of a call that has reached the front of its segment. */
  demandsOf(item: Item): Demands;
  /** All earlier conflicting calls have released their claims; `after` is the last of them, if the call had to wait for one. */
  onReady(item: Item, after: Item | undefined): void;
  /** An earlier call now conflicts with this one, which was ready: it must restart what it has begun. */
  onShut(item: Item): void;
}

export class Scheduler<Item extends Entry<Item>> {
  readonly #events: SchedulerEvents<Item>;
  readonly #office = createTicketOffice<Item>();
  readonly #active = createChain<Item>();
  readonly #shut = (item: Item): void => this.#setShut(item);
  #behind: Item[] = [];
  #behindFrom = 0;
  #barrier: Item | undefined;
  /** The call that is releasing its claims. */
  #releasing: Item | undefined;

  constructor(events: SchedulerEvents<Item>) {
    this.#events = events;
  }

  /** Adds a call at the end of the order. */
  add(item: Item): void {
    if (this.#barrier !== undefined) {
      item.place = 'behind';
      this.#behind.push(item);
    } else this.#admit(item);
  }

  /**
   * Puts a call back into its own place after it had released its claims (it runs again), or computes its claims again. True: they
   * changed.
   */
  reclaim(item: Item): boolean {
    if (item.place === 'behind') return false;
    const demands = this.#events.demandsOf(item);
    const isHeld = item.place === 'active' || item.place === 'barrier';
    if (isHeld && item.demands !== undefined && demandsEqual(item.demands, demands)) return false;
    const opened: Item[] = [];
    if (item.place === 'active') this.#leave(item, opened);
    if (item.place === 'barrier') this.#barrier = undefined;
    item.demands = demands;
    if (demands === 'exclusive') {
      this.#pullBack(item);
      this.#becomeBarrier(item);
    } else if (this.#barrier !== undefined && this.#barrier.order < item.order) {
      this.#putBehind(item);
      this.#setShut(item);
    } else {
      item.place = 'active';
      this.#active.add(item);
      this.#office.enter(item, demands, this.#shut);
      if (item.shutTickets === 0) this.#setReady(item);
      else this.#setShut(item);
      if (this.#barrier !== undefined) this.#setShut(this.#barrier);
    }
    this.#openAll(opened);
    this.#drain();
    if (this.#barrier !== undefined && this.#active.isEmpty()) this.#setReady(this.#barrier);
    return true;
  }

  /** The earlier call that the first one that matches waits for now; undefined: it may go, or there is none. */
  blockerOf(isMeant: (item: Item) => boolean): Item | undefined {
    const barrier = this.#barrier;
    const active = this.#active.toArray();
    if (barrier !== undefined && isMeant(barrier))
      return active.reduce<Item | undefined>(
        (first, item) => (first && first.order < item.order ? first : item),
        undefined,
      );
    const found = active.find(isMeant);
    if (found !== undefined) return this.#office.blockerOf(found);
    return barrier !== undefined && this.#behind.some((item, at) => at >= this.#behindFrom && isMeant(item))
      ? barrier
      : undefined;
  }

  /** The call releases its claims. Calling it again does nothing. */
  release(item: Item): void {
    const { place } = item;
    if (place === 'gone') return;
    item.place = 'gone';
    item.isReady = false;
    const outer = this.#releasing;
    this.#releasing = item;
    this.#openAfter(item, place);
    this.#releasing = outer;
  }

  #openAfter(item: Item, place: Item['place']): void {
    if (place === 'barrier') {
      this.#barrier = undefined;
      this.#drain();
    } else if (place === 'active') {
      const opened: Item[] = [];
      this.#leave(item, opened);
      this.#openAll(opened);
    }
    if (this.#barrier !== undefined && this.#active.isEmpty()) this.#setReady(this.#barrier);
  }

  #setReady(item: Item): void {
    if (item.isReady) return;
    item.isReady = true;
    this.#events.onReady(item, this.#releasing);
  }

  #setShut(item: Item): void {
    if (!item.isReady) return;
    item.isReady = false;
    this.#events.onShut(item);
  }

  #openAll(items: Item[]): void {
    if (items.length > 1) items.sort((a, b) => a.order - b.order);
    for (const item of items) if (item.place === 'active' && item.shutTickets === 0) this.#setReady(item);
  }

  #admit(item: Item): void {
    const demands = this.#events.demandsOf(item);
    item.demands = demands;
    if (demands === 'exclusive') {
      this.#becomeBarrier(item);
      return;
    }
    item.place = 'active';
    this.#active.add(item);
    this.#office.enter(item, demands, this.#shut);
    if (item.shutTickets === 0) this.#setReady(item);
  }

  #becomeBarrier(item: Item): void {
    item.place = 'barrier';
    this.#barrier = item;
    if (this.#active.isEmpty()) this.#setReady(item);
    else this.#setShut(item);
  }

  #drain(): void {
    while (this.#barrier === undefined && this.#behindFrom < this.#behind.length) {
      const item = this.#behind[this.#behindFrom];
      this.#behindFrom += 1;
      if (item?.place === 'behind') this.#admit(item);
    }
    if (this.#behindFrom > 1024 && this.#behindFrom * 2 > this.#behind.length) {
      this.#behind = this.#behind.slice(this.#behindFrom);
      this.#behindFrom = 0;
    }
  }

  /** Moves every call after `item` back behind it. */
  #pullBack(item: Item): void {
    const later = this.#active
      .toArray()
      .filter((other) => other.order > item.order)
      .sort((a, b) => a.order - b.order);
    if (this.#barrier !== undefined && this.#barrier.order > item.order) {
      later.push(this.#barrier);
      this.#barrier = undefined;
    }
    for (const other of later) {
      if (other.place === 'active') this.#active.remove(other);
      other.place = 'behind';
      this.#office.leave(other, () => {});
      this.#setShut(other);
    }
    this.#behind = [...later, ...this.#behind.slice(this.#behindFrom)];
    this.#behindFrom = 0;
  }

  #putBehind(item: Item): void {
    item.place = 'behind';
    const waiting = this.#behind.slice(this.#behindFrom);
    const index = waiting.findIndex((other) => other.order > item.order);
    this.#behind = waiting.toSpliced(index === -1 ? waiting.length : index, 0, item);
    this.#behindFrom = 0;
  }

  #leave(item: Item, opened: Item[]): void {
    this.#active.remove(item);
    this.#office.leave(item, (other) => opened.push(other));
  }
}

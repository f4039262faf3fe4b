/** The position of an item in the one chain that it may be in. */
export interface Linked<Self> {
  previous: Self | undefined;
  next: Self | undefined;
}

/**
 * Items in insertion order, linked through themselves. No `Set`, because the tables that a `Set` leaves behind as it grows and shrinks
 * refer to the later ones: once such a table is in the old generation, everything that ever follows it is kept until the next full
 * collection.
 */
export interface Chain<Item> {
  isEmpty(): boolean;
  /** Adds an item that is in no chain. */
  add(item: Item): void;
  /** Removes an item of this chain. */
  remove(item: Item): void;
  toArray(): Item[];
}

export function createChain<Item extends Linked<Item>>(): Chain<Item> {
  let first: Item | undefined;
  let last: Item | undefined;
  return {
    isEmpty: () => first === undefined,
    add(item) {
      item.previous = last;
      if (last === undefined) first = item;
      else last.next = item;
      last = item;
    },
    remove(item) {
      const { previous, next } = item;
      if (previous === undefined) first = next;
      else previous.next = next;
      if (next === undefined) last = previous;
      else next.previous = previous;
      item.previous = undefined;
      item.next = undefined;
    },
    toArray() {
      const items: Item[] = [];
      for (let item = first; item !== undefined; item = item.next) items.push(item);
      return items;
    },
  };
}

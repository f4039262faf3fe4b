/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Some of the items offered, each with the same chance. */
export class Sample<Item> {
  readonly #size: number;
  readonly #next: () => number;
  readonly #taken: Item[] = [];
  #offered = 0;

  constructor(size: number, next: () => number) {
    this.#size = size;
    this.#next = next;
  }

  offer(item: Item): void {
    const place = this.#offered < this.#size ? this.#offered : Math.floor(this.#next() * (this.#offered + 1));
    this.#offered += 1;
    if (place < this.#size) this.#taken[place] = item;
  }

  taken(): readonly Item[] {
    return this.#taken;
  }
}

/** The least item first. */
export class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #compare: (a: Item, b: Item) => number;

  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  peek(): Item | undefined {
    return this.#items[0];
  }

  push(item: Item): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = items[above];
      if (parent === undefined || this.#compare(parent, item) <= 0) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }

  pop(): Item | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (first === undefined || last === undefined || items.length === 0) return first;
    let at = 0;
    for (;;) {
      const child = this.#lesserChild(at);
      const below = items[child];
      if (below === undefined || this.#compare(below, last) >= 0) break;
      items[at] = below;
      at = child;
    }
    items[at] = last;
    return first;
  }

  #lesserChild(at: number): number {
    const [left, right] = [this.#items[2 * at + 1], this.#items[2 * at + 2]];
    const isRight = left !== undefined && right !== undefined && this.#compare(right, left) < 0;
    return 2 * at + (isRight ? 2 : 1);
  }
}

/** Values that are put in by one side and read in order by the other. To be read once. */
export class EventQueue<Value> implements AsyncIterable<Value> {
  #values: Value[] = [];
  #reading: Iterator<Value> = [].values();
  #isOver = false;
  #wake: (() => void) | undefined;

  push(value: Value): void {
    if (this.#isOver) return;
    this.#values.push(value);
    this.#notify();
  }

  /** What is in it can still be read. */
  end(): void {
    this.#isOver = true;
    this.#notify();
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  /** No async generator, which takes several turns of the microtask queue for each value. */
  [Symbol.asyncIterator](): AsyncIterator<Value, undefined> {
    return { next: () => this.#next() };
  }

  async #next(): Promise<IteratorResult<Value, undefined>> {
    for (;;) {
      const next = this.#reading.next();
      if (next.done !== true) return { value: next.value, done: false };
      if (this.#values.length === 0) {
        if (this.#isOver) return { value: undefined, done: true };
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#wake = resolve;
        await promise;
      }
      this.#reading = this.#values.values();
      this.#values = [];
    }
  }
}

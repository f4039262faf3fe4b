/** Values that are put in by one side and read in order by the other. */
export class EventQueue<Value> implements AsyncIterable<Value> {
  #values: Value[] = [];
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

  async *[Symbol.asyncIterator](): AsyncGenerator<Value, void, undefined> {
    for (;;) {
      const values = this.#values;
      this.#values = [];
      yield* values;
      if (this.#values.length > 0) continue;
      if (this.#isOver) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

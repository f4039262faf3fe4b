/** Programs get the terminal one after the other: each waits until those before it have given it back. */
export class LendTurns {
  #last: Promise<void> = Promise.resolve();
  #count = 0;

  /** A program has the terminal, or is about to get it: keys are no longer for the prompt. */
  get isPending(): boolean {
    return this.#count > 0;
  }

  async take<Result>(turn: () => Promise<Result>): Promise<Result> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    this.#count += 1;
    try {
      await before;
      return await turn();
    } finally {
      this.#count -= 1;
      resolve();
    }
  }
}

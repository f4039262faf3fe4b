type Disposal = () => unknown;

/**
 * What was opened so far and how to close it, last opened first. It has the methods of `AsyncDisposableStack` that an
 * assembly needs; Node 22 does not have that class yet.
 */
export class DisposalStack implements AsyncDisposable {
  #disposals: Disposal[] = [];
  #disposed: Promise<void> | undefined;

  /** Adds a disposal that runs before all that were added earlier. It is awaited. */
  defer(dispose: Disposal): void {
    this.#disposals.push(dispose);
  }

  /** Hands all disposals to a new stack; this one then has nothing left to dispose of. */
  move(): DisposalStack {
    const moved = new DisposalStack();
    moved.#disposals = this.#disposals;
    this.#disposals = [];
    return moved;
  }

  /**
   * Runs every disposal once, even if one before it throws, and rejects with the first error. Calling it again answers
   * with the same promise.
   */
  disposeAsync(): Promise<void> {
    return (this.#disposed ??= this.#run());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.disposeAsync();
  }

  async #run(): Promise<void> {
    const errors: unknown[] = [];
    for (let dispose = this.#disposals.pop(); dispose !== undefined; dispose = this.#disposals.pop()) {
      try {
        await dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}

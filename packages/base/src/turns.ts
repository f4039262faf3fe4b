/** Limits how many work at the same time; the others wait, in order. */
export class Turns {
  /** How many may work at the same time. */
  readonly limit: number;
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.limit = atOnce;
    this.#free = atOnce;
  }

  /** The returned function ends the turn. Rejects if `signal` is aborted first. */
  async take(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    };
  }

  /** Works in a turn of its own. */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    const end = await this.take();
    try {
      return await work();
    } finally {
      end();
    }
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = (): void => {
      const at = this.#waiting.indexOf(resolve);
      // Its turn has come, and the caller ends it.
      if (at === -1) return;
      this.#waiting.splice(at, 1);
      reject(signal?.reason);
    };
    this.#waiting.push(resolve);
    signal?.addEventListener('abort', onAbort, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }
}

const FIRST_MS = 1_000;
const MAX_TRIES = 5;
/** A connection that lasted as long as this was a good one. */
const GOOD_MS = 60_000;

/**
 * When a lost connection to a server of type `sse` is opened again: after a second, then after twice as long each time, at most
 * five times in a row. Streams of Streamable HTTP are opened again by `RECONNECT` in `transport/http-transport.ts`.
 */
export class SseReconnects {
  readonly #now: () => number;
  #tries = 0;
  #connectedAt: number | undefined;

  /** @param now milliseconds. Default: the system's clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  connected(): void {
    this.#connectedAt = this.#now();
  }

  /** Milliseconds to wait before the next try. Undefined: it isn't tried again. */
  next(): number | undefined {
    if (this.#connectedAt !== undefined && this.#now() - this.#connectedAt >= GOOD_MS) this.#tries = 0;
    this.#connectedAt = undefined;
    if (this.#tries >= MAX_TRIES) return undefined;
    this.#tries += 1;
    return FIRST_MS * 2 ** (this.#tries - 1);
  }
}

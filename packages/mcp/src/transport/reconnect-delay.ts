/** A lost connection is opened again after a second, then after twice as long each time, at most five times in a row. */
const FIRST_MS = 1_000;
const GROWTH = 2;
const MAX_TRIES = 5;

/** For the streams of Streamable HTTP, which the protocol's package opens again. */
export const HTTP_RECONNECTS = {
  initialReconnectionDelay: FIRST_MS,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: GROWTH,
  maxRetries: MAX_TRIES,
};

/** A remote server that couldn't be reached is tried again at the next prompt, after a wait that grows with each failure. */
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;

/** When a remote server that couldn't be reached may be tried again. */
export class FailedStarts {
  readonly #now: () => number;
  #waitMs = 0;
  #failedAt = 0;

  /** @param now milliseconds. Default: the system's clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  failed(): void {
    this.#failedAt = this.#now();
    this.#waitMs = Math.min(MAX_RETRY_MS, this.#waitMs === 0 ? FIRST_RETRY_MS : this.#waitMs * GROWTH);
  }

  connected(): void {
    this.#waitMs = 0;
  }

  get isRetryDue(): boolean {
    return this.#now() - this.#failedAt >= this.#waitMs;
  }
}

/** Of a server of type `sse`: a connection that lasted as long as this was a good one. */
const GOOD_MS = 60_000;

/** When a lost connection to a server of type `sse` is opened again. */
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
    return FIRST_MS * GROWTH ** (this.#tries - 1);
  }
}

import { HANG_PAUSE_MS } from './lsp-limits.ts';

/** How often a server has hung lately. One that hangs costs each question its whole time limit. */
export class HangRecord {
  readonly #now: () => number;
  #last: number | undefined;
  #pausedUntil = 0;

  /** @param now milliseconds since any moment */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(): void {
    const now = this.#now();
    if (this.#last !== undefined && now - this.#last < HANG_PAUSE_MS) this.#pausedUntil = now + HANG_PAUSE_MS;
    this.#last = now;
  }

  /** Minutes until it may be asked again, rounded up; 0: it may be asked. */
  get minutesLeft(): number {
    return Math.max(0, Math.ceil((this.#pausedUntil - this.#now()) / 60_000));
  }
}

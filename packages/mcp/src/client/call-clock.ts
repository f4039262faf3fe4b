import { MAX_TIMER_MS } from '@sluice/base';

/** The time that a call may take in total. What the user takes to answer its server doesn't count. */
export class CallClock {
  readonly #limitMs: number;
  readonly #onOver: () => void;
  readonly #startedAt = performance.now();
  #isArmed = false;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;
  #waits = 0;
  #waitingSince = 0;
  #waitedMs = 0;

  /**
   * It runs from now on; its end has no effect before `arm`.
   * @param onOver called once, when the time is over. Must not throw
   */
  constructor(limitMs: number, onOver: () => void) {
    this.#limitMs = limitMs;
    this.#onOver = onOver;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  arm(): void {
    this.#isArmed = true;
    this.#schedule();
  }

  stop(): void {
    this.#isArmed = false;
    clearTimeout(this.#timer);
  }

  /** Stands still until a wait for the user is over. */
  async wait<Value>(wait: Promise<Value>): Promise<Value> {
    if (this.#waits === 0) this.#waitingSince = performance.now();
    this.#waits += 1;
    clearTimeout(this.#timer);
    try {
      return await wait;
    } finally {
      this.#waits -= 1;
      if (this.#waits === 0) {
        this.#waitedMs += performance.now() - this.#waitingSince;
        this.#schedule();
      }
    }
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (!this.#isArmed || this.#waits > 0) return;
    const leftMs = this.#limitMs + this.#waitedMs - (performance.now() - this.#startedAt);
    const end = (): void => {
      this.#isOver = true;
      this.#onOver();
    };
    this.#timer = setTimeout(end, Math.min(MAX_TIMER_MS, Math.max(0, leftMs))).unref();
  }
}

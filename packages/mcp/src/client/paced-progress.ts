import { systemClock, type Clock } from '@sluice/core';
import type { Progress } from './peer.ts';

/** Milliseconds (mcp.md 4: at most ten a second). */
const APART_MS = 100;

/** A server may report as often as it likes: the first report goes on at once, then at most ten a second do, each time the latest. */
export class PacedProgress {
  readonly #tell: (progress: Progress) => void;
  readonly #clock: Pick<Clock, 'setTimer'>;
  #latest: Progress | undefined;
  #cancel: (() => void) | undefined;

  constructor(tell: (progress: Progress) => void, clock: Pick<Clock, 'setTimer'> = systemClock) {
    this.#tell = tell;
    this.#clock = clock;
  }

  readonly report = (progress: Progress): void => {
    this.#latest = progress;
    if (this.#cancel === undefined) this.#next();
  };

  /** The call has ended: what waits is told now, and nothing after it. */
  end(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const latest = this.#latest;
    this.#latest = undefined;
    if (latest !== undefined) this.#tell(latest);
  }

  #next(): void {
    this.#cancel = undefined;
    const latest = this.#latest;
    if (latest === undefined) return;
    this.#latest = undefined;
    this.#cancel = this.#clock.setTimer(APART_MS, () => this.#next());
    this.#tell(latest);
  }
}

import { MAX_RESTARTS, RESTARTS_WITHIN_MS } from '../server-limits.ts';

export const GIVEN_UP =
  'It has failed too often within five minutes, and is not started again until they are over.';

/** How often a server was started again lately. */
export class RecentStarts {
  #at: readonly number[] = [];

  get mayStart(): boolean {
    return this.#recent().length < MAX_RESTARTS;
  }

  started(): void {
    this.#at = [...this.#recent(), performance.now()];
  }

  #recent(): readonly number[] {
    const now = performance.now();
    return this.#at.filter((at) => now - at < RESTARTS_WITHIN_MS);
  }
}

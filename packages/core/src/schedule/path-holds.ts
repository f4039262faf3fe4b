import { demandsConflict, type Demands } from './demands.ts';

/** What one call wants to hold, or holds, between the agents of a session. */
export interface PathHold {
  readonly isHeld: boolean;
  /** Releases the paths, or stops waiting for them. Calling it again does nothing. */
  release(): void;
}

interface Entry {
  /** The agent's engine: what it holds never blocks its own calls, which its scheduler has ordered. */
  readonly owner: object;
  readonly demands: Demands;
  readonly onDecided: () => void;
  isHeld: boolean;
}

class Hold implements PathHold {
  readonly #entry: Entry;
  readonly release: () => void;

  constructor(entry: Entry, release: () => void) {
    this.#entry = entry;
    this.release = release;
  }

  get isHeld(): boolean {
    return this.#entry.isHeld;
  }
}

/**
 * The paths that calls of several agents hold while they work. Requests are served in order, so that readers don't starve a writer. No
 * one waits here while holding something, so there is no deadlock.
 */
export class PathHolds {
  #held: Entry[] = [];
  #waiting: Entry[] = [];

  /** @param onDecided called once, unless the paths are held at once: when they are, or the request was released. Must not throw. */
  request(owner: object, demands: Demands, onDecided: () => void): PathHold {
    const entry: Entry = { owner, demands, onDecided, isHeld: false };
    if (this.#isFree(entry, this.#waiting)) this.#hold(entry);
    else this.#waiting.push(entry);
    return new Hold(entry, () => this.#release(entry));
  }

  #hold(entry: Entry): void {
    entry.isHeld = true;
    this.#held.push(entry);
  }

  #isFree(entry: Entry, before: readonly Entry[]): boolean {
    const isInTheWay = (other: Entry): boolean =>
      other.owner !== entry.owner && demandsConflict(other.demands, entry.demands);
    return !this.#held.some(isInTheWay) && !before.some(isInTheWay);
  }

  #release(entry: Entry): void {
    const wasWaiting = this.#waiting.includes(entry);
    if (!wasWaiting && !entry.isHeld) return;
    entry.isHeld = false;
    this.#held = this.#held.filter((other) => other !== entry);
    const waiting = this.#waiting.filter((other) => other !== entry);
    this.#waiting = [];
    const decided = wasWaiting ? [entry] : [];
    for (const other of waiting) {
      if (this.#isFree(other, this.#waiting)) {
        this.#hold(other);
        decided.push(other);
      } else this.#waiting.push(other);
    }
    for (const { onDecided } of decided) onDecided();
  }
}

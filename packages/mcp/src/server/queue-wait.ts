import type { CallStatus } from '@sluice/core';

/** A call that is queued for longer waits for another one. */
const SOON_MS = 100;

/** Reports whether a call is waiting for others. */
export class QueueWait {
  readonly #onBlocked: (isBlocked: boolean) => void;
  #timer: NodeJS.Timeout | undefined;
  #isBlocked = false;
  #isQueued = false;
  #isAdded = false;

  constructor(onBlocked: (isBlocked: boolean) => void) {
    this.#onBlocked = onBlocked;
  }

  moved(status: CallStatus): void {
    if (status !== 'queued') return this.close();
    this.#isQueued = true;
    if (this.#isAdded) this.#start();
  }

  /** The call was added to its message. Most calls have left the queue by then, and need no timer. */
  added(): void {
    this.#isAdded = true;
    if (this.#isQueued) this.#start();
  }

  #start(): void {
    this.#timer ??= setTimeout(() => this.#set(true), SOON_MS).unref();
  }

  close(): void {
    this.#isQueued = false;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#set(false);
  }

  #set(isBlocked: boolean): void {
    if (isBlocked === this.#isBlocked) return;
    this.#isBlocked = isBlocked;
    this.#onBlocked(isBlocked);
  }
}

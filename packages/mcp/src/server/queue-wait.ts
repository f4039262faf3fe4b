import type { CallStatus } from '@sluice/core';

/** A call that is queued for longer waits for another one. */
const SOON_MS = 100;

/** Reports whether a call is waiting for others. */
export class QueueWait {
  readonly #onBlocked: (isBlocked: boolean) => void;
  #timer: NodeJS.Timeout | undefined;
  #isBlocked = false;

  constructor(onBlocked: (isBlocked: boolean) => void) {
    this.#onBlocked = onBlocked;
  }

  moved(status: CallStatus): void {
    if (status !== 'queued') return this.close();
    this.#timer ??= setTimeout(() => this.#set(true), SOON_MS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#set(false);
  }

  #set(isBlocked: boolean): void {
    if (isBlocked === this.#isBlocked) return;
    this.#isBlocked = isBlocked;
    this.#onBlocked(isBlocked);
  }
}

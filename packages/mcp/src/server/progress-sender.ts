import { getOwn } from '@sluice/core';

export interface ProgressParams {
  readonly progress: number;
  readonly total: number | undefined;
  readonly message: string | undefined;
}

const BURST = 10;
const EVERY_MS = 100;
const MAX_MESSAGE = 1000;

/** Sends a call's progress: after the first few, at most ten reports a second; the latest wins. */
export class ProgressSender {
  readonly #send: (params: ProgressParams) => void;
  #last = -Infinity;
  #tokens = BURST;
  #latest: { readonly data: unknown } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (params: ProgressParams) => void) {
    this.#send = send;
  }

  push(data: unknown): void {
    this.#latest = { data };
    if (this.#tokens > 0) {
      this.#tokens -= 1;
      this.#flush();
    }
    this.#timer ??= setInterval(() => this.#tick(), EVERY_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    if (this.#latest !== undefined) this.#flush();
    else if (this.#tokens < BURST) this.#tokens += 1;
    else {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  #flush(): void {
    const latest = this.#latest;
    this.#latest = undefined;
    if (latest === undefined) return;
    const { data } = latest;
    const given = numberIn(data, 'progress');
    // The protocol wants each number to be above the one before.
    this.#last = given !== undefined && given > this.#last ? given : Math.max(this.#last, 0) + 1;
    this.#send({ progress: this.#last, total: numberIn(data, 'total'), message: messageOf(data) });
  }
}

function numberIn(data: unknown, key: string): number | undefined {
  const value = typeof data === 'object' && data !== null ? getOwn(data, key) : undefined;
  return typeof value === 'number' ? value : undefined;
}

function messageOf(data: unknown): string | undefined {
  if (typeof data === 'string') return data.slice(0, MAX_MESSAGE).toWellFormed();
  if (typeof data !== 'object' || data === null) return undefined;
  const text = getOwn(data, 'message') ?? getOwn(data, 'text');
  return typeof text === 'string' ? text.slice(-MAX_MESSAGE).toWellFormed() : undefined;
}

import type { LocalRuntime } from 'sluice';

/** How long each call of the first message takes, in milliseconds. */
export const CALLS = [300, 100];
/** How long the model writes after them. */
export const TEXT_MS = 400;

/** A call that the model writes. */
interface WrittenCall {
  readonly id: string;
  readonly name: string;
  /** JSON text of its input. */
  readonly args: string;
}

/** Of one run with two requests. */
export class Watch {
  /** What the model's first message has. */
  readonly calls: readonly WrittenCall[];
  requests = 0;
  streamEnd = 0;
  nextRequest = 0;

  /** @param calls default: `Work`, once for each of `CALLS` */
  constructor(calls: readonly WrittenCall[] = CALLS.map((_, index) => work(index))) {
    this.calls = calls;
  }

  begin(): boolean {
    this.requests += 1;
    if (this.requests === 2) this.nextRequest = performance.now();
    return this.requests === 1;
  }

  end(): void {
    if (this.requests === 1) this.streamEnd = performance.now();
  }
}

function work(index: number): WrittenCall {
  return { id: `c${index}`, name: 'Work', args: `{"index":${index}}` };
}

/** Runs an agent of an SDK whose model makes the calls, then answers. May reject when `signal` is aborted. */
export type RunSDK = (runtime: LocalRuntime, watch: Watch, signal?: AbortSignal) => Promise<void>;

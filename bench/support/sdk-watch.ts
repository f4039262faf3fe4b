import type { LocalRuntime } from 'sluice';

/** How long each call of the first message takes, in milliseconds. */
export const CALLS = [300, 100];
/** How long the model writes after them. */
export const TEXT_MS = 400;

/** Of one run with two requests. */
export class Watch {
  requests = 0;
  streamEnd = 0;
  nextRequest = 0;

  begin(): boolean {
    this.requests += 1;
    if (this.requests === 2) this.nextRequest = performance.now();
    return this.requests === 1;
  }

  end(): void {
    if (this.requests === 1) this.streamEnd = performance.now();
  }
}

/** Runs an agent of an SDK whose model makes the calls, then answers. */
export type RunSDK = (runtime: LocalRuntime, watch: Watch) => Promise<void>;

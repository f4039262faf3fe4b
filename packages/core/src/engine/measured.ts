import { Durations } from './durations.ts';

/** What is measured of a call, over all of its attempts. A class for the same reason as `Call`. */
export class Measured {
  readonly durations = new Durations();
  /** Milliseconds in which its tool ran. */
  executingMs = 0;
  /** Maximum number of other calls that ran at the same time. */
  besides = 0;
  /** What it waited for, apart from a person. */
  waits: Wait[] | undefined;
}

/** A stretch of time in which a call waited for others. */
export interface Wait {
  /** The call that it waited for, if it was one. */
  readonly callId?: string;
  /** Of that call, if it is of another message. */
  readonly messageId?: string;
  readonly ms: number;
  /** The file or resource that both use, or what it waited for. */
  readonly why: string;
}

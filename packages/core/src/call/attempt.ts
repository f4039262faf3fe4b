import { isStopped, type Call } from './call.ts';
import type { Stopwatch } from './stopwatch.ts';

/** One run of a tool. A call that must begin again makes a new one; what the old still says is not heard. */
export interface Attempt {
  readonly call: Call;
  readonly number: number;
  readonly startedAt: number;
  stopwatch: Stopwatch | undefined;
  /** Resolves when the tool has ended, whether or not anybody still waits for it. */
  done: Promise<void> | undefined;
  hasEnded: boolean;
  /** The tool was told to stop, and has had its time to do so. */
  isGraceOver: boolean;
  stopGrace: (() => void) | undefined;
}

export function isCurrent({ call, number }: Attempt): boolean {
  return call.attempt === number && call.state.status === 'executing';
}

/** Nothing is waited for any more: the tool has ended, has ignored its signal for long enough, or must begin again. */
export function isOver({ call, isGraceOver }: Attempt): boolean {
  return call.ran !== undefined || isGraceOver || (call.mustRestart && !isStopped(call));
}

import type { Attempt } from '../attempt.ts';
import { isStopped, type Call } from '../call.ts';
import type { Stopwatch } from './stopwatch.ts';

/** One run of a tool, of the attempt that it was started in. Once the call restarts, what the run still reports is ignored. */
export interface Work {
  readonly call: Call;
  readonly attempt: Attempt;
  readonly startedAt: number;
  stopwatch: Stopwatch | undefined;
  /** Resolves when the tool has ended, even if nothing waits for it any more. */
  done: Promise<void> | undefined;
  hasEnded: boolean;
  /** The tool was told to stop, and its grace period is over. */
  isGraceOver: boolean;
  stopGrace: (() => void) | undefined;
}

export function isCurrent({ call, attempt }: Work): boolean {
  return call.attempt === attempt && call.state.status === 'executing';
}

/** Nothing is waited for any more: the tool has ended, has ignored its signal for long enough, or must restart. */
export function isOver({ call, attempt, isGraceOver }: Work): boolean {
  return attempt.ran !== undefined || isGraceOver || (call.mustRestart && !isStopped(call));
}

import type { WorkOf } from './attempt.ts';
import { isStopped, type Call } from './call.ts';

/** One run of a tool. */
export type Work = WorkOf<Call>;

export function isCurrent({ call, attempt }: Work): boolean {
  return call.attempt === attempt && call.state.status === 'executing';
}

/** Nothing is waited for any more: the tool has ended, has ignored its signal for long enough, or must restart. */
export function isOver({ call, attempt, isGraceOver }: Work): boolean {
  return attempt.ran !== undefined || isGraceOver || (call.mustRestart && !isStopped(call));
}

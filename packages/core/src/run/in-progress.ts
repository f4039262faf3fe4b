import type { Call } from '../call/call.ts';
import { isInterruptible } from '../call/cancel.ts';
import type { Engine } from './engine.ts';
import type { RunEventBody } from './events.ts';
import type { Group } from './group.ts';

/** Says that the set of running calls has changed; the reader sees the set as it is when it reads. */
export function tellInProgress(engine: Engine, group: Group): void {
  group.emitLatest('in-progress', () => inProgress(engine.running));
}

export function inProgress(running: Iterable<Call>): Extract<RunEventBody, { type: 'in-progress' }> {
  const calls = [...running].map((call) => ({ callId: call.id, isInterruptible: isInterruptible(call) }));
  const count = calls.filter((call) => call.isInterruptible).length;
  const interruptible = count === 0 ? 'none' : count === calls.length ? 'all' : 'some';
  return { type: 'in-progress', calls, interruptible };
}

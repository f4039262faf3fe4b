import type { Call } from './call.ts';
import { isInterruptible } from './is-interruptible.ts';
import type { RunEventBody } from './events.ts';

/** What runs now, and whether any, all or which of it can be interrupted. */
export function inProgress(running: readonly Call[]): Extract<RunEventBody, { type: 'in-progress' }> {
  const calls = running.map((call) => ({ callId: call.id, isInterruptible: isInterruptible(call) }));
  const count = calls.filter((call) => call.isInterruptible).length;
  const interruptible = count === 0 ? 'none' : count === calls.length ? 'all' : 'some';
  return { type: 'in-progress', calls, interruptible };
}

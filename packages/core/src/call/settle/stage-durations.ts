import type { JsonObject } from '../../data/json.ts';
import type { Call } from '../../engine/call.ts';
import type { CallStatus } from '../../engine/state.ts';

/** The statuses that a call can be in before it settles. */
const STAGES: readonly CallStatus[] = [
  'received',
  'queued',
  'preparing',
  'awaiting-permission',
  'executing',
  'settling',
];

/** Milliseconds, with microsecond precision, that a call has spent in each stage so far; zeros are left out. */
export function stageDurations({ measured: { durations }, enteredAt, state }: Call, now: number): JsonObject {
  const spent: Record<string, number> = {};
  for (const stage of STAGES) {
    const open = state.status === stage ? now - enteredAt : 0;
    const rounded = Math.round((durations[stage] + open) * 1000) / 1000;
    if (rounded > 0) spent[stage] = rounded;
  }
  return spent;
}

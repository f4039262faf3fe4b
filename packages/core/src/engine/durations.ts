import type { CallStatus } from './state.ts';

/** Milliseconds that a call has spent in each status. A class for the same reason as `Call`. */
export class Durations implements Record<CallStatus, number> {
  received = 0;
  queued = 0;
  preparing = 0;
  'awaiting-permission' = 0;
  executing = 0;
  settling = 0;
  settled = 0;
  released = 0;
}

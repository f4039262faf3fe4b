import type { Engine } from '../engine/engine.ts';
import type { Call } from '../engine/call.ts';
import { transition, type CallStatus, type StateAfter } from '../engine/state.ts';

/** Moves a call to its next state, records the time spent in the last one, and notifies the reader. */
export function move<From extends CallStatus>(
  engine: Engine,
  call: Call,
  from: From,
  to: StateAfter<From>,
): void {
  call.state = transition(call.state, from, to);
  const now = engine.ports.clock.now();
  call.measured.durations[from] = call.measured.durations[from] + (now - call.enteredAt);
  call.enteredAt = now;
  call.group.emitState(call, to.status, now);
}

import { present } from '@sluice/base';
import type { Engine } from '../engine/engine.ts';
import type { Call } from '../engine/call.ts';
import type { Wait } from '../engine/measured.ts';
import { conflictOf } from '../schedule/demands.ts';

/** Shorter waits say nothing. */
const MIN_MS = 1;
/** A call that restarts may wait again and again. */
const MAX_WAITS = 20;

/** Records that a call had waited for `after` since it was queued. */
export function noteConflict(engine: Engine, call: Call, after: Call): void {
  const { demands } = after;
  if (call.state.status !== 'queued' || demands === undefined || call.demands === undefined) return;
  const ms = engine.ports.clock.now() - call.enteredAt;
  if (ms < MIN_MS) return;
  const { messageId } = after.group;
  noteWait(call, {
    callId: after.id,
    ...present({ messageId: messageId === call.group.messageId ? undefined : messageId }),
    ms,
    why: conflictOf(demands, call.demands),
  });
}

/** Records that a call has waited since `since`, by the engine's clock. */
export function noteWaitSince(engine: Engine, call: Call, since: number, why: string): void {
  const ms = engine.ports.clock.now() - since;
  if (ms >= MIN_MS) noteWait(call, { ms, why });
}

function noteWait(call: Call, wait: Wait): void {
  call.measured.waits ??= [];
  if (call.measured.waits.length < MAX_WAITS)
    call.measured.waits.push({ ...wait, ms: Math.round(wait.ms * 1000) / 1000 });
}

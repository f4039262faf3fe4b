import type { Engine } from '../run/engine.ts';
import { MAX_DEPTH } from '../run/options.ts';
import type { NestedCall, NestedResult } from '../tool/context.ts';
import { isUnsettled, type Call, type SettledResult } from './call.ts';
import { isCurrent, type Attempt } from './attempt.ts';
import { interruptGroup } from './cancel.ts';
import { leaveSlot } from './clearance.ts';

/** A call made by a tool: the whole life, in a group of the parent's own. The parent holds no slot meanwhile. */
export async function invoke(engine: Engine, attempt: Attempt, nested: NestedCall): Promise<NestedResult> {
  const { call } = attempt;
  if (!isCurrent(attempt) || call.cancelReason !== undefined) throw cancelled(call);
  if (call.depth >= MAX_DEPTH) {
    throw new Error(`Calls may be nested ${MAX_DEPTH} deep; ${call.name} would go deeper.`);
  }
  call.nested ??= call.group.openNested(call);
  const group = call.nested;
  call.nestedOutstanding += 1;
  if (call.nestedOutstanding === 1) {
    attempt.stopwatch?.pause();
    leaveSlot(engine, call);
  }
  const child = await new Promise<Call>((resolve) => {
    group.receiveNested(nested, resolve);
  });
  call.nestedOutstanding -= 1;
  if (call.nestedOutstanding === 0) await takeSlotBack(engine, attempt);
  if (!isCurrent(attempt) || call.cancelReason !== undefined || call.forced !== undefined)
    throw cancelled(call);
  return toNestedResult(child.id, child.result);
}

async function takeSlotBack(engine: Engine, attempt: Attempt): Promise<void> {
  const { call } = attempt;
  if (call.holdsSlot || !isCurrent(attempt)) return;
  await new Promise<void>((resolve) => {
    engine.slots.acquire({ rootOrder: call.rootOrder, sequence: call.order, isGone: false, onSlot: resolve });
  });
  if (isCurrent(attempt) && isUnsettled(call) && !call.holdsSlot) {
    call.holdsSlot = true;
    attempt.stopwatch?.start();
  } else engine.slots.release();
}

function toNestedResult(callId: string, result: SettledResult | undefined): NestedResult {
  if (result === undefined) throw new Error('A nested call ended without a result.');
  return { callId, outcome: result.outcome, content: result.content, data: result.data };
}

function cancelled(call: Call): Error {
  return new Error(`The call ${call.id} was stopped; it can make no more calls.`);
}

/** The parent was stopped: its nested calls are, too, with its reason. */
export function abandonNested(call: Call): void {
  if (call.nested !== undefined) {
    interruptGroup(call.nested, call.cancelReason ?? { kind: 'user-cancel' });
  }
}

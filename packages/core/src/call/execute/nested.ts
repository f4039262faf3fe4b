import type { Engine } from '../../engine/engine.ts';
import type { Group } from '../../engine/call.ts';
import { MAX_DEPTH } from '../../engine/engine-limits.ts';
import type { NestedCall, NestedResult } from '../../tool/context.ts';
import { isStopped, isUnsettled, wait, type Call } from '../../engine/call.ts';
import type { SettledResult } from '../../engine/settled-result.ts';
import { isCurrent, type Work } from '../../engine/work.ts';
import { cancelAll } from '../cancel.ts';
import { leaveSlot } from '../start/clearance.ts';
import { leavePaths, regainPaths } from '../start/hold-paths.ts';
import type { CancelReason } from '../../data/outcome.ts';

/** A call made by a tool: the whole life cycle, in a group of the parent's own. The parent holds no slot meanwhile. */
export async function invoke(engine: Engine, work: Work, nested: NestedCall): Promise<NestedResult> {
  const { call } = work;
  if (!isCurrent(work) || isStopped(call)) throw stopped(call);
  if (call.depth >= MAX_DEPTH) {
    throw new Error(`Calls can be nested at most ${MAX_DEPTH} deep; ${call.name} would exceed that.`);
  }
  call.nested ??= call.group.openNested(call);
  const group = call.nested;
  rest(engine, work);
  const child = await new Promise<Call>((resolve) => {
    group.receiveNested(nested, resolve);
  });
  await resume(engine, work);
  if (!isCurrent(work) || isStopped(call)) throw stopped(call);
  return toNestedResult(child.id, child.result);
}

/** Waits for something other than the tool's own work: the call holds no slot meanwhile, and the time does not count. */
export async function idle<Value>(engine: Engine, work: Work, wait: Promise<Value>): Promise<Value> {
  if (!isCurrent(work) || isStopped(work.call)) return wait;
  rest(engine, work);
  try {
    return await wait;
  } finally {
    await resume(engine, work);
  }
}

/** While waiting, the call holds no slot, and no paths against other agents. */
function rest(engine: Engine, work: Work): void {
  const { call } = work;
  call.nestedOutstanding += 1;
  if (call.nestedOutstanding > 1) return;
  work.stopwatch?.pause();
  leavePaths(call);
  leaveSlot(engine, call);
}

async function resume(engine: Engine, work: Work): Promise<void> {
  const { call } = work;
  call.nestedOutstanding -= 1;
  if (call.nestedOutstanding > 0) return;
  await regainPaths(engine, work);
  await takeSlotBack(engine, work);
}

/** Waits for a slot, or until the call is stopped. While another branch of the tool makes a call, none is held. */
async function takeSlotBack(engine: Engine, work: Work): Promise<void> {
  const { call } = work;
  if (call.holdsSlot || !isCurrent(work) || isStopped(call)) return;
  const waiter = { rootOrder: call.rootOrder, sequence: call.order, isGone: false, onSlot: () => {} };
  let isHeld = false;
  await new Promise<void>((resolve) => {
    call.onStopped ??= new Set();
    call.onStopped.add(resolve);
    waiter.onSlot = () => {
      isHeld = true;
      call.onStopped?.delete(resolve);
      resolve();
    };
    engine.schedule.slots.acquire(waiter);
  });
  if (!isHeld) {
    engine.schedule.slots.forget(waiter);
    return;
  }
  const isNeeded = isCurrent(work) && !call.holdsSlot && call.nestedOutstanding === 0;
  if (isNeeded && isUnsettled(call)) {
    call.holdsSlot = true;
    work.stopwatch?.start();
  } else engine.schedule.slots.release();
}

function toNestedResult(callId: string, result: SettledResult | undefined): NestedResult {
  if (result === undefined) throw new Error('A nested call ended without a result.');
  return { callId, outcome: result.outcome, content: result.content, data: result.data };
}

function stopped(call: Call): Error {
  return new Error(`The call ${call.id} was stopped; it can't make any more calls.`);
}

/** Stops all nested calls, whatever their `interruptBehavior`: their parent was stopped, or has ended. */
export function abandonNested(call: Call, reason: CancelReason): void {
  if (call.nested !== undefined) cancelAll(call.nested, reason);
}

/** Nested calls that a tool did not wait for end with it. */
export async function endNested(nested: Group, call: Call): Promise<void> {
  abandonNested(call, { kind: 'parent-ended' });
  while (nested.calls.some((child) => isUnsettled(child))) await wait(call);
}

import type { Group } from '../engine/call.ts';
import { isUnsettled, notify, type Call } from '../engine/call.ts';
import { isInterruptible } from '../engine/is-interruptible.ts';
import type { CancelReason } from '../data/outcome.ts';

/** Cancels one call. The first reason wins; a running tool is notified by its signal. */
export function cancel(call: Call, reason: CancelReason): void {
  if (!isUnsettled(call) || call.cancelReason !== undefined) return;
  if (call.state.status === 'settling') {
    hurry(call, reason);
    return;
  }
  call.cancelReason = reason;
  if (call.onInterrupt === undefined) call.controller?.abort(reason);
  call.onInterrupt?.();
  notify(call);
}

/** The work is done and its result stands, but hooks are cut short. */
function hurry(call: Call, reason: CancelReason): void {
  if (reason.kind !== 'user-cancel' && reason.kind !== 'shutdown' && reason.kind !== 'stopped') return;
  call.isHurried = true;
  call.controller?.abort(reason);
  notify(call);
}

/**
 * Cancels the calls of a group from `fromIndex` on that have not started, and those still to come. Running calls keep their real result.
 */
export function cancelWaiting(group: Group, reason: CancelReason, fromIndex = 0): void {
  group.interrupted ??= reason;
  for (let index = fromIndex; index < group.calls.length; index += 1) {
    const call = group.calls[index];
    if (call !== undefined && call.state.status !== 'executing') cancel(call, reason);
  }
}

/**
 * An interrupt: cancels calls that have not started and treats running ones by their `interruptBehavior`. `user-message` and
 * `stream-retracted` let a tool with `block` finish; the other reasons stop all.
 */
export function interruptGroup(group: Group, reason: CancelReason): void {
  cancelWaiting(group, reason);
  const sparesBlocking = reason.kind === 'user-message' || reason.kind === 'stream-retracted';
  for (const call of group.calls) {
    if (call.state.status !== 'executing') continue;
    if (!sparesBlocking || isInterruptible(call)) cancel(call, reason);
    else withdrawNested(call, reason);
  }
}

/** A call that is left to finish may go on making calls, but its waiting calls are canceled. */
function withdrawNested(call: Call, reason: CancelReason): void {
  for (const child of call.nested?.calls ?? []) {
    if (child.state.status !== 'executing' || isInterruptible(child)) cancel(child, reason);
    else withdrawNested(child, reason);
  }
}

/** Stops every call of a group, running or not, and those still to come. */
export function cancelAll(group: Group, reason: CancelReason): void {
  group.interrupted ??= reason;
  for (const call of group.calls) cancel(call, reason);
}

import type { FeedItem, PlannedCall } from '@sluice/core';
import type { Plan } from './plan.ts';

/** A plan as JSON lines: each call, then, per message, which of its calls start together. */
export function planLines(
  messages: readonly Plan[],
  problems: readonly Extract<FeedItem, { readonly type: 'problem' }>[],
  /** Hooks that a run would call and a plan does not. */
  hooks: number,
): string {
  const errors = problems.map(({ code, message, line }) => ({
    type: 'error',
    code,
    message,
    line,
  }));
  const planned = messages.flatMap(({ calls, errors: unusable }, index) => [
    ...unusable.map(({ code, message }) => ({ type: 'error', code, message })),
    ...calls.map((call) => callLine(call, index + 1)),
    { type: 'plan', message: index + 1, waves: wavesOf(calls) },
  ]);
  const count = (isCounted: (call: PlannedCall) => boolean): number =>
    messages.reduce((sum, { calls }) => sum + calls.filter(isCounted).length, 0);
  const summary = {
    type: 'summary',
    dry_run: true,
    calls: count(() => true),
    would_run: count((call) => call.runs),
    hooks_left_out: hooks,
    messages: messages.length,
    errors: messages.reduce((sum, { errors: unusable }) => sum + unusable.length, problems.length),
  };
  return [...errors, ...planned, summary].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Ids by wave, first wave first. */
function wavesOf(calls: readonly PlannedCall[]): readonly (readonly string[])[] {
  const waves: string[][] = [];
  for (const call of calls) {
    if (call.runs) (waves[call.wave - 1] ??= []).push(call.callId);
  }
  return waves;
}

function callLine(call: PlannedCall, message: number): object {
  const identity = { type: 'planned_call', message, tool_use_id: call.callId, name: call.name };
  if (!call.runs) {
    const isInvalid = call.outcome.code === 'invalid-input' || call.outcome.code === 'unknown-tool';
    return { ...identity, valid: !isInvalid, runs: false, outcome: call.outcome.code, error: call.reason };
  }
  return {
    ...identity,
    valid: true,
    runs: true,
    is_concurrency_safe: call.isConcurrencySafe,
    is_read_only: call.isReadOnly,
    claims: call.claims ?? null,
    wave: call.wave,
    waits_for: call.waitsFor,
  };
}

import type { Engine } from '../../engine/engine.ts';
import type { Call } from '../../engine/call.ts';
import type { CallRecord } from '../../engine/record.ts';

const NO_CALLS: readonly string[] = [];

/** A call's record at the time it settles. */
export function recordOf(
  engine: Engine,
  call: Call,
  resultChars: number,
  storedAt: string | undefined,
): CallRecord {
  const { decision } = call.verdicts;
  return {
    toolName: call.name,
    durations: call.measured.durations,
    executingMs: call.measured.executingMs,
    attempts: call.attempt.number,
    decision:
      decision === undefined
        ? undefined
        : {
            behavior: decision.behavior,
            by: decision.by,
            reason: decision.reason,
            rule: decision.rule,
            asked: decision.asked,
            parts: decision.parts,
            version: decision.version,
          },
    input: engine.results.redact(call.name, call.json),
    nested: call.nested?.calls.map(({ id }) => id) ?? NO_CALLS,
    inputChars: call.inputChars,
    resultChars,
    storedAt,
    besides: call.measured.besides,
  };
}

import * as fc from 'fast-check';
import type { JournalEntry, OutcomeCode } from '@sluice/core';

const id = fc.string({ unit: 'binary', maxLength: 12 });
const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
const base = { v: fc.constant(1 as const), time };
const text = fc.oneof(
  fc.record({ text: fc.string({ unit: 'binary', maxLength: 40 }) }),
  fc.record({ path: fc.constant('/store/1.txt'), bytes: fc.nat() }),
);
const outcome = fc.constantFrom<OutcomeCode>(
  'ok',
  'tool-error',
  'invalid-input',
  'unknown-tool',
  'denied',
  'blocked-by-hook',
  'cancelled',
  'outcome-unknown',
);
const record = fc.dictionary(
  fc.constantFrom('size', 'by', '__proto__', 'constructor', '\n'),
  fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
  { noNullPrototype: true },
);

/** Any entry that an engine may write. */
export const journalEntry: fc.Arbitrary<JournalEntry> = fc.oneof(
  fc.record({ ...base, type: fc.constant('session' as const), sessionId: id, cwd: id }),
  fc.record(
    {
      ...base,
      type: fc.constant('received' as const),
      messageId: id,
      callId: id,
      parentCallId: id,
      name: id,
      input: text,
    },
    { requiredKeys: ['v', 'time', 'type', 'messageId', 'callId', 'name', 'input'] },
  ),
  fc.record(
    {
      ...base,
      type: fc.constant('changed' as const),
      messageId: id,
      callId: id,
      input: text,
      by: fc.constantFrom('person' as const, 'hook' as const, 'check' as const),
      name: id,
    },
    { requiredKeys: ['v', 'time', 'type', 'messageId', 'callId', 'input', 'by'] },
  ),
  fc.record(
    {
      ...base,
      type: fc.constant('started' as const),
      messageId: id,
      callId: id,
      isIdempotent: fc.boolean(),
      isReadOnly: fc.constant(true as const),
    },
    { requiredKeys: ['v', 'time', 'type', 'messageId', 'callId', 'isIdempotent'] },
  ),
  fc.record(
    {
      ...base,
      type: fc.constant('settled' as const),
      messageId: id,
      callId: id,
      outcome,
      isError: fc.boolean(),
      content: text,
      newMessages: text,
      record,
      discarded: fc.constant(true as const),
    },
    {
      requiredKeys: ['v', 'time', 'type', 'messageId', 'callId', 'outcome', 'isError', 'content', 'record'],
    },
  ),
  fc.record(
    { ...base, type: fc.constant('message' as const), messageId: id, additionalContext: text },
    { requiredKeys: ['v', 'time', 'type', 'messageId'] },
  ),
  fc.record({
    ...base,
    type: fc.constant('replaced' as const),
    messageId: id,
    callId: id,
    content: text,
  }),
  fc.record(
    {
      ...base,
      type: fc.constant('wrote' as const),
      messageId: id,
      callId: id,
      parentCallId: id,
      path: id,
      before: fc.oneof(
        fc.constant(null),
        fc.record({ hash: id, bytes: fc.nat(), mode: fc.nat(0o7777), path: id }),
      ),
      afterHash: id,
      temporaryPath: id,
    },
    { requiredKeys: ['v', 'time', 'type', 'messageId', 'callId', 'path', 'before', 'afterHash'] },
  ),
  fc.record({
    ...base,
    type: fc.constant('undone' as const),
    messageId: id,
    callId: id,
    path: id,
    afterHash: id,
  }),
  fc.record(
    {
      ...base,
      type: fc.constant('hook' as const),
      messageId: id,
      callId: id,
      event: id,
      hook: id,
      place: id,
      outcome: fc.constantFrom('ok' as const, 'failed' as const, 'timed-out' as const, 'cancelled' as const),
      durationMs: fc.nat(),
      said: fc.record({ reason: id, stops: fc.boolean() }, { requiredKeys: [] }),
    },
    { requiredKeys: ['v', 'time', 'type', 'event', 'hook', 'outcome', 'durationMs', 'said'] },
  ),
  fc.record(
    {
      ...base,
      type: fc.constant('hook-summary' as const),
      event: id,
      count: fc.nat(),
      infos: fc.array(id),
      errors: fc.array(id),
      preventedContinuation: fc.boolean(),
      reason: id,
    },
    { requiredKeys: ['v', 'time', 'type', 'event', 'count', 'infos', 'errors', 'preventedContinuation'] },
  ),
  fc.record({ ...base, type: fc.constant('interrupt' as const), reason: id }),
  fc.record({ ...base, type: fc.constant('asked' as const), callId: id, name: id, input: id }),
  fc.record(
    {
      ...base,
      type: fc.constant('agent-began' as const),
      agentId: id,
      agentType: id,
      model: id,
      messageId: id,
      callId: id,
    },
    { requiredKeys: ['v', 'time', 'type', 'agentId', 'agentType', 'model'] },
  ),
  fc.record({ ...base, type: fc.constant('agent-plan-approved' as const), agentId: id }),
  fc.record({
    ...base,
    type: fc.constant('agent-ended' as const),
    agentId: id,
    status: fc.constantFrom('completed' as const, 'failed' as const, 'stopped' as const),
  }),
  fc.record({ ...base, type: fc.constant('discarded' as const), messageId: id }),
  fc.record({ ...base, type: fc.constant('note' as const), messageId: id, text: id }),
);

/** A short entry for tests that need one to tell from another. */
export function note(words: string): JournalEntry {
  return { v: 1, time: 0, type: 'note', messageId: 'm', text: words };
}

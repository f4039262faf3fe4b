import type { JournalEntry, OutcomeCode } from '../../src/index.ts';

const base = { v: 1 as const, time: 0 };

/** Lines of a journal as a test writes them: all of `message-1` unless it says otherwise. */
export function received(
  callId: string,
  name: string,
  input: unknown = {},
  messageId = 'message-1',
): JournalEntry {
  return { ...base, type: 'received', messageId, callId, name, input: { text: JSON.stringify(input) } };
}

export function started(callId: string, isIdempotent = false, messageId = 'message-1'): JournalEntry {
  return { ...base, type: 'started', messageId, callId, isIdempotent };
}

export function settled(
  callId: string,
  content: unknown,
  outcome: OutcomeCode = 'ok',
  messageId = 'message-1',
): JournalEntry {
  return {
    ...base,
    type: 'settled',
    messageId,
    callId,
    outcome,
    isError: outcome !== 'ok',
    content: { text: JSON.stringify(content) },
    record: {},
  };
}

export function replaced(callId: string, content: unknown, messageId = 'message-1'): JournalEntry {
  return { ...base, type: 'replaced', messageId, callId, content: { text: JSON.stringify(content) } };
}

export function whole(messageId = 'message-1'): JournalEntry {
  return { ...base, type: 'message', messageId };
}

export function discarded(messageId = 'message-1', note?: string): JournalEntry[] {
  const line: JournalEntry = { ...base, type: 'discarded', messageId };
  return note === undefined ? [line] : [line, { ...base, type: 'note', messageId, text: note }];
}

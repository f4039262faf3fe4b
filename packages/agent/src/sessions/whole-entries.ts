import type { JournalEntry } from '@sluice/core';

/** A journal up to its last whole message: without the lines of one that a crash, or the moment, left unfinished at its end. */
export function wholeEntries(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const last = entries.findLast(
    (entry) => entry.type === 'block' || entry.type === 'assistant' || entry.type === 'received',
  );
  if (last === undefined) return entries;
  const { messageId } = last;
  const own = entries.filter((entry) => 'messageId' in entry && entry.messageId === messageId);
  const hasCalls = own.some(({ type }) => type === 'received');
  const isWhole = own.some(
    ({ type }) => type === 'discarded' || type === (hasCalls ? 'message' : 'assistant'),
  );
  return isWhole
    ? entries
    : entries.filter((entry) => !('messageId' in entry && entry.messageId === messageId));
}

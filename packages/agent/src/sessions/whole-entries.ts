import type { JournalEntry } from '@sluice/core';

/**
 * A journal up to its last complete message, without the lines of a message that a crash or the snapshot left
 * unfinished. A message with an open call is kept, so that it can be resumed; what was begun with the call
 * since then is dropped unless it is settled.
 */
export function wholeEntries(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const last = entries.findLast(
    (entry) => entry.type === 'block' || entry.type === 'assistant' || entry.type === 'received',
  );
  if (last === undefined) return entries;
  const { messageId } = last;
  const isOwn = (entry: JournalEntry): boolean => 'messageId' in entry && entry.messageId === messageId;
  const own = entries.filter(isOwn);
  const hasCalls = own.some(({ type }) => type === 'received');
  const isWhole = own.some(
    ({ type }) => type === 'discarded' || type === (hasCalls ? 'message' : 'assistant'),
  );
  if (isWhole) return entries;
  const deferredAt = entries.findLastIndex(
    (entry) => (entry.type === 'deferred' || entry.type === 'suspended') && isOwn(entry),
  );
  if (deferredAt === -1 || !own.some(({ type }) => type === 'assistant')) {
    return entries.filter((entry) => !isOwn(entry));
  }
  if (entries.some((entry, index) => index > deferredAt && entry.type === 'settled' && isOwn(entry)))
    return entries;
  return entries.filter((entry, index) => index <= deferredAt || !isOwn(entry) || entry.type === 'assistant');
}

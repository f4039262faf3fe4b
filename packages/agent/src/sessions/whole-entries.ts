import type { JournalEntry } from '@sluice/core';

/**
 * A journal up to its last whole message: without the lines of one that a crash, or the moment, left unfinished at its end. A
 * message whose call was put off waits as it is for whoever goes on; what has been begun with the call since is left out, unless it
 * is settled.
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
  const putOff = entries.findLastIndex((entry) => entry.type === 'deferred' && isOwn(entry));
  if (putOff === -1 || !own.some(({ type }) => type === 'assistant')) {
    return entries.filter((entry) => !isOwn(entry));
  }
  if (entries.some((entry, index) => index > putOff && entry.type === 'settled' && isOwn(entry)))
    return entries;
  return entries.filter((entry, index) => index <= putOff || !isOwn(entry) || entry.type === 'assistant');
}

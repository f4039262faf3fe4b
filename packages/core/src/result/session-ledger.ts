import type { ReadLedger, ReadRecord } from './read-ledger.ts';

/** The read ledger of a session, with what only the engine may say of it. */
export interface SessionLedger extends ReadLedger {
  /** The results of this message went to the model: its reads count from the next one on. */
  markReleased(messageId: string): void;
  /** The message was retracted: its reads never reached the model. */
  forgetReads(messageId: string): void;
  /** The model saw only a part of what this call read. */
  markPartial(messageId: string, callId: string): void;
  /** Keeps what a changed file was known as, but says no more that it is stale. */
  markReported(path: string): void;
  isReported(path: string): boolean;
}

export function createSessionLedger(): SessionLedger {
  const records = new Map<string, ReadRecord>();
  /** The first message that read a file whole as it is recorded now: reading it again takes nothing back. */
  const firstReads = new Map<string, { readonly hash: string; readonly messageId: string }>();
  /** What an earlier message had recorded, for when a later one is retracted. */
  const earlier = new Map<string, ReadRecord>();
  const released = new Set<string>();
  const reported = new Set<string>();
  return {
    get: (path) => records.get(path),
    isSeenBefore(path, messageId) {
      const record = records.get(path);
      if (record === undefined) return false;
      if (record.kind === 'write') return true;
      const first = firstReads.get(path);
      const seenIn = first?.hash === record.hash ? first.messageId : record.messageId;
      return seenIn !== messageId && released.has(seenIn);
    },
    record(entry) {
      const before = records.get(entry.path);
      if (before !== undefined && before.messageId !== entry.messageId) earlier.set(entry.path, before);
      records.delete(entry.path);
      records.set(entry.path, entry);
      const { hash, messageId } = entry;
      const isFirst = firstReads.get(entry.path)?.hash !== hash;
      if (entry.kind === 'write') firstReads.delete(entry.path);
      else if (!entry.isPartial && isFirst) firstReads.set(entry.path, { hash, messageId });
      reported.delete(entry.path);
    },
    forget(path) {
      records.delete(path);
      earlier.delete(path);
      firstReads.delete(path);
      reported.delete(path);
    },
    entries: () => records.values(),
    markReleased: (messageId) => void released.add(messageId),
    forgetReads(messageId) {
      for (const [path, record] of records) {
        if (firstReads.get(path)?.messageId === messageId) firstReads.delete(path);
        if (record.messageId !== messageId || record.kind !== 'read') continue;
        const before = earlier.get(path);
        if (before === undefined || before.messageId === messageId) records.delete(path);
        else records.set(path, before);
      }
    },
    markPartial(messageId, callId) {
      for (const [path, record] of records) {
        if (record.messageId !== messageId || record.callId !== callId || record.kind !== 'read') continue;
        records.set(path, { ...record, isPartial: true });
        if (firstReads.get(path)?.messageId === messageId) firstReads.delete(path);
      }
    },
    markReported: (path) => void reported.add(path),
    isReported: (path) => reported.has(path),
  };
}

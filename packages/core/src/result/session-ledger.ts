import type { ReadLedger, ReadRecord } from './read-ledger.ts';

/** The read ledger of a session, with what only the engine may say of it. */
export interface SessionLedger extends ReadLedger {
  /** The results of this message went to the model: its reads count from the next one on. */
  markReleased(messageId: string): void;
  /** The message was retracted: its reads never reached the model. */
  forgetReads(messageId: string): void;
  /** Keeps what a changed file was known as, but says no more that it is stale. */
  markReported(path: string): void;
  isReported(path: string): boolean;
}

export function createSessionLedger(): SessionLedger {
  const records = new Map<string, ReadRecord>();
  const released = new Set<string>();
  const reported = new Set<string>();
  return {
    get: (path) => records.get(path),
    isSeenBefore(path, messageId) {
      const record = records.get(path);
      if (record === undefined) return false;
      return record.kind === 'write' || (record.messageId !== messageId && released.has(record.messageId));
    },
    record(entry) {
      records.delete(entry.path);
      records.set(entry.path, entry);
      reported.delete(entry.path);
    },
    forget(path) {
      records.delete(path);
      reported.delete(path);
    },
    entries: () => records.values(),
    markReleased: (messageId) => void released.add(messageId),
    forgetReads(messageId) {
      for (const [path, record] of records) {
        if (record.messageId === messageId && record.kind === 'read') records.delete(path);
      }
    },
    markReported: (path) => void reported.add(path),
    isReported: (path) => reported.has(path),
  };
}

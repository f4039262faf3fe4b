import type { ReadLedger, ReadRange, ReadRecord } from './read-ledger.ts';
import { areWhole, withPage, type ReadPages } from './read-pages.ts';

/** The read ledger of a session, with operations only for the engine. */
export interface SessionLedger extends ReadLedger {
  /** The results of this message were sent to the model: its reads count from the next one on. */
  markReleased(messageId: string): void;
  /** What this message, or only this call of it, read never reached the model: it was retracted, or something else was shown. */
  forgetReads(messageId: string, callId?: string): void;
  /** The model saw less of what this call read: this part of it, if known. */
  markPartial(messageId: string, callId: string, shown?: ReadRange): void;
  /** Keeps what is known about a changed file, but no longer reports it as stale. */
  markReported(path: string): void;
  isReported(path: string): boolean;
}

export function createSessionLedger(): SessionLedger {
  const records = new Map<string, ReadRecord>();
  /** Which message recorded the current read of a file: reading it again doesn't revoke it. */
  const pages = new Map<string, ReadPages>();
  /** What an earlier message recorded, in case a later one is retracted. */
  const earlier = new Map<string, ReadRecord>();
  const released = new Set<string>();
  const reported = new Set<string>();

  const dropPages = (path: string, isGone: (page: ReadPages['pages'][number]) => boolean): void => {
    const known = pages.get(path);
    if (known?.pages.some(isGone) !== true) return;
    pages.set(path, { ...known, pages: known.pages.filter((page) => !isGone(page)) });
  };
  const isWholeBy = (record: ReadRecord, counts: (messageId: string) => boolean): boolean => {
    const known = pages.get(record.path);
    return known?.hash === record.hash && areWhole(known, counts);
  };
  const withItsPages = (record: ReadRecord): ReadRecord => {
    if (!record.isPartial || record.kind === 'write' || !isWholeBy(record, () => true)) return record;
    const { range: _range, shortOf: _shortOf, ...rest } = record;
    return { ...rest, isPartial: false };
  };

  return {
    get(path) {
      const record = records.get(path);
      return record === undefined ? undefined : withItsPages(record);
    },
    isSeenBefore(path, messageId) {
      const record = records.get(path);
      if (record === undefined) return false;
      const counts = (seenIn: string): boolean => seenIn !== messageId && released.has(seenIn);
      return record.kind === 'write' || counts(record.messageId) || isWholeBy(record, counts);
    },
    record(entry) {
      const before = records.get(entry.path);
      if (before !== undefined && before.messageId !== entry.messageId) earlier.set(entry.path, before);
      records.delete(entry.path);
      records.set(entry.path, entry);
      if (entry.kind === 'write') pages.delete(entry.path);
      else pages.set(entry.path, withPage(pages.get(entry.path), entry));
      reported.delete(entry.path);
    },
    forget(path) {
      records.delete(path);
      earlier.delete(path);
      pages.delete(path);
      reported.delete(path);
    },
    *entries() {
      for (const record of records.values()) yield withItsPages(record);
    },
    markReleased: (messageId) => void released.add(messageId),
    forgetReads(messageId, callId) {
      const isOfIt = (read: { readonly messageId: string; readonly callId: string }): boolean =>
        read.messageId === messageId && (callId === undefined || read.callId === callId);
      for (const [path, record] of records) {
        dropPages(path, isOfIt);
        if (!isOfIt(record) || record.kind !== 'read') continue;
        const before = earlier.get(path);
        if (before === undefined || before.messageId === messageId) records.delete(path);
        else records.set(path, before);
      }
    },
    markPartial(messageId, callId, shown) {
      for (const [path, record] of records) {
        dropPages(path, (page) => page.messageId === messageId && page.callId === callId);
        if (record.messageId !== messageId || record.kind !== 'read') continue;
        if (record.callId !== callId) continue;
        const { range: _range, ...rest } = record;
        const partial: ReadRecord =
          shown === undefined || record.shortOf !== undefined
            ? { ...rest, isPartial: true, shortOf: 'budget' }
            : { ...rest, isPartial: true, range: shown };
        records.set(path, partial);
        pages.set(path, withPage(pages.get(path), partial));
      }
    },
    markReported: (path) => void reported.add(path),
    isReported: (path) => reported.has(path),
  };
}

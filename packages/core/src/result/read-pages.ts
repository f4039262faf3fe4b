import type { ReadRange, ReadRecord } from './read-ledger.ts';

/** A page of a file that the model was shown. */
interface ReadPage {
  /** Undefined: all of the file. */
  readonly range: ReadRange | undefined;
  readonly callId: string;
  readonly messageId: string;
}

/** The pages that were read of one unchanged file. */
export interface ReadPages {
  readonly hash: string;
  readonly pages: readonly ReadPage[];
}

/** Maximum number of pages kept for one file; the oldest are dropped first. */
const MAX_PAGES = 1000;

/** Adds the page that a read returned, if it is one; incomplete lines don't count. */
export function withPage(known: ReadPages | undefined, entry: ReadRecord): ReadPages {
  const { hash, isPartial, range, shortOf, callId, messageId } = entry;
  const before = known?.hash === hash ? known.pages : [];
  if (isPartial && (shortOf !== undefined || range?.total === undefined)) return { hash, pages: before };
  const page = { range: isPartial ? range : undefined, callId, messageId };
  return { hash, pages: [...before, page].slice(-MAX_PAGES) };
}

/** Whether the pages that `counts` accepts are together the whole file. */
export function areWhole({ pages }: ReadPages, counts: (messageId: string) => boolean): boolean {
  const ranges: ReadRange[] = [];
  let total = 0;
  for (const { range, messageId } of pages) {
    if (!counts(messageId)) continue;
    if (range === undefined) return true;
    // A page past the end shows nothing, and is not a gap.
    if (range.limit > 0) ranges.push(range);
    total = range.total ?? total;
  }
  if (ranges.length === 0) return false;
  let end = 0;
  for (const { offset, limit } of ranges.sort((one, other) => one.offset - other.offset)) {
    if (offset > end + 1) return end >= total;
    end = Math.max(end, offset + limit - 1);
  }
  return end >= total;
}

import type { JournalEntry } from '@sluice/core';
import { EMPTY_JOURNAL, type JournalEnd, type LineSeal } from './line-seal.ts';

/** An unchanged line. */
export interface SealedEntry {
  readonly seal: LineSeal;
  /** Undefined: a kind that this version doesn't know. */
  readonly entry: JournalEntry | undefined;
}

interface OrderedLines {
  readonly entries: readonly JournalEntry[];
  /** Whole lines that don't belong: from another journal, or of an unknown kind. */
  readonly setAside: number;
  /** Lines that were written and are missing. */
  readonly lost: number;
  /** Lines were out of order, or duplicated. */
  readonly isRepaired: boolean;
}

/**
 * Puts lines in the order in which they were written, each once, and counts the missing ones.
 * @param lines in the order of the file
 * @param head how far the journal certainly got
 */
export function orderLines(lines: readonly SealedEntry[], head: JournalEnd): OrderedLines {
  const isInOrder = lines.every(
    ({ seal }, index) => index === 0 || seal.number > (lines[index - 1]?.seal.number ?? 0),
  );
  const sorted = isInOrder ? lines : lines.toSorted((a, b) => a.seal.number - b.seal.number);
  const entries: JournalEntry[] = [];
  let last: JournalEnd = EMPTY_JOURNAL;
  let setAside = 0;
  let lost = 0;
  for (const { seal, entry } of sorted) {
    const { number, checksum, previous } = seal;
    if (number === last.number) {
      // A duplicate of the line, or another journal's line with the same number.
      if (checksum !== last.checksum) setAside += 1;
      continue;
    }
    const isNext = number === last.number + 1;
    lost += number - last.number - 1;
    if (isNext && previous !== last.checksum) {
      setAside += 1;
      lost += 1;
    } else if (entry === undefined) setAside += 1;
    else entries.push(entry);
    last = seal;
  }
  lost += Math.max(0, head.number - last.number);
  // The head belongs to another journal, so what it stands for is not here.
  const atHead = sorted.filter(({ seal }) => seal.number === head.number);
  if (atHead.length > 0 && atHead.every(({ seal }) => seal.checksum !== head.checksum)) lost += 1;
  return { entries, setAside, lost, isRepaired: !isInOrder };
}

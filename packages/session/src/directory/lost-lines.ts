import type { JournalReading } from '@sluice/core';

/** How many lines a journal may have lost: any number where nothing records its end. */
export function lostLines({ lost = 0, isEndUnknown = false }: JournalReading): number {
  return isEndUnknown ? Infinity : lost;
}

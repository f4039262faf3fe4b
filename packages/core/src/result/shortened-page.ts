import type { ReadRange } from './read-ledger.ts';

/** A smaller page of a file that was read, and the part of the file that it shows completely. */
export interface ShortenedPage {
  readonly text: string;
  readonly range: ReadRange;
}

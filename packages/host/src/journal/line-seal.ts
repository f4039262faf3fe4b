import { crc32 } from 'node:zlib';

/**
 * What every journal line ends with besides its entry: its number, the checksum of the previous line, and its own checksum, which covers
 * all of these. A changed line is detected by its own checksum, a missing one by its number, and a line from another journal by the
 * previous checksum.
 */
export interface LineSeal {
  /** 1-based. */
  readonly number: number;
  readonly previous: number;
  readonly checksum: number;
}

/** The end of a journal, which the next line continues. */
export type JournalEnd = Pick<LineSeal, 'number' | 'checksum'>;

export const EMPTY_JOURNAL: JournalEnd = { number: 0, checksum: 0 };

/** Maximum size of a seal, in bytes. */
export const SEAL_BYTES = 64;

const SEAL = /,"n":(\d{1,15}),"p":(\d{1,10}),"c":(\d{1,10})\}$/;

/** The line that follows `end`, without a newline. @param json an object with at least one field */
export function sealLine(json: string, end: JournalEnd): { readonly line: string; readonly end: JournalEnd } {
  const number = end.number + 1;
  const checksum = checksumOf(json, number, end.checksum);
  const line = `${json.slice(0, -1)},"n":${number},"p":${end.checksum},"c":${checksum}}`;
  return { line, end: { number, checksum } };
}

/** The seal of an unchanged line; `none`: it never had one; `broken`: it doesn't match the line. */
export function readSeal(line: string): LineSeal | 'none' | 'broken' {
  const found = SEAL.exec(line);
  if (found === null) return 'none';
  const [number = 0, previous = 0, checksum = 0] = found.slice(1).map(Number);
  const json = `${line.slice(0, found.index)}}`;
  return checksumOf(json, number, previous) === checksum ? { number, previous, checksum } : 'broken';
}

/** Computed over the entry as it is, to avoid building a string; number and previous checksum are the seed. */
function checksumOf(json: string, number: number, previous: number): number {
  return crc32(json, (previous ^ number) >>> 0);
}

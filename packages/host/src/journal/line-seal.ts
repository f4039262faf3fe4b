import { crc32 } from 'node:zlib';

/**
 * What every line of a journal carries at its end besides its entry: its number, the checksum of the line before, and
 * its own, which covers all of these. A changed line shows by itself, a missing one by its number, and a line of
 * another journal by what it names as the one before.
 */
export interface LineSeal {
  /** From 1. */
  readonly number: number;
  readonly previous: number;
  readonly checksum: number;
}

/** The end of a journal: what the next line follows. */
export type JournalEnd = Pick<LineSeal, 'number' | 'checksum'>;

export const EMPTY_JOURNAL: JournalEnd = { number: 0, checksum: 0 };

/** More bytes than a seal ever takes. */
export const SEAL_BYTES = 64;

const SEAL = /,"n":(\d{1,15}),"p":(\d{1,10}),"c":(\d{1,10})\}$/;

/** The line that follows `end`, without a newline. @param json an object with at least one field */
export function sealLine(json: string, end: JournalEnd): { readonly line: string; readonly end: JournalEnd } {
  const number = end.number + 1;
  const checksum = checksumOf(json, number, end.checksum);
  const line = `${json.slice(0, -1)},"n":${number},"p":${end.checksum},"c":${checksum}}`;
  return { line, end: { number, checksum } };
}

/** The seal of a line that is as it was written; `none`: it never had one; `broken`: it does not fit the line. */
export function readSeal(line: string): LineSeal | 'none' | 'broken' {
  const found = SEAL.exec(line);
  if (found === null) return 'none';
  const [number = 0, previous = 0, checksum = 0] = found.slice(1).map(Number);
  const json = `${line.slice(0, found.index)}}`;
  return checksumOf(json, number, previous) === checksum ? { number, previous, checksum } : 'broken';
}

/** Of the entry as it is, so that nothing is put together for it; number and previous line are what it starts from. */
function checksumOf(json: string, number: number, previous: number): number {
  return crc32(json, (previous ^ number) >>> 0);
}

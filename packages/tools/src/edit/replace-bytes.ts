import type { CrlfPlaces } from './crlf-places.ts';

export interface Replaced {
  readonly bytes: Buffer;
  readonly count: number;
  /** Byte offset of the end of the last match in the old content. */
  readonly end: number;
  /** Whether one of the matches had CRLF line endings. */
  readonly hasCrlf: boolean;
}

/** `bytes` with every non-overlapping match of `wanted` replaced, from left to right; all other bytes are unchanged. */
export function replaceBytes(
  bytes: Buffer,
  wanted: Buffer,
  replacement: Buffer,
  crlf?: CrlfPlaces,
): Replaced {
  let count = 0;
  let crlfCount = 0;
  let end = 0;
  for (let found = bytes.indexOf(wanted); found !== -1; found = bytes.indexOf(wanted, end)) {
    count++;
    if (crlf?.isAt(found) === true) crlfCount++;
    end = found + wanted.length;
  }
  const grown = count * (replacement.length - wanted.length);
  const grownByCrlf =
    crlf === undefined ? 0 : crlfCount * (crlf.replacement.length - crlf.lead - replacement.length);
  const result = Buffer.allocUnsafeSlow(bytes.length + grown + grownByCrlf);
  let from = 0;
  let to = 0;
  for (let match = 0; match < count; match++) {
    const found = bytes.indexOf(wanted, from);
    const place = crlf?.isAt(found) === true ? crlf : { lead: 0, replacement };
    to += bytes.copy(result, to, from, found - place.lead);
    to += place.replacement.copy(result, to);
    from = found + wanted.length;
  }
  bytes.copy(result, to, from);
  return { bytes: result, count, end, hasCrlf: crlfCount > 0 };
}

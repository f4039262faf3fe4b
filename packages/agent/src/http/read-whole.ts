import type { ModelFailure } from '@sluice/core';
import type { BodyPart } from './read-body.ts';

export type WholeBody =
  | { readonly ok: true; readonly text: string; readonly isCut: boolean }
  | { readonly ok: false; readonly failure: ModelFailure };

/**
 * A body as one text, cut off above `maxBytes`, or where it has taken too long, which is asked at each piece; bytes that are not
 * UTF-8 are replaced.
 */
export async function readWhole(
  body: AsyncIterable<BodyPart>,
  maxBytes: number,
  isLate: () => boolean = () => false,
): Promise<WholeBody> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    if (!part.ok) return { ok: false, failure: part.failure };
    pieces.push(part.bytes);
    size += part.bytes.length;
    if (size > maxBytes || isLate()) break;
  }
  const bytes = Buffer.concat(pieces);
  return { ok: true, text: bytes.toString('utf8', 0, maxBytes), isCut: size > maxBytes };
}

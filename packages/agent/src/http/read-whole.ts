import type { ModelFailure } from '@sluice/core';
import type { BodyPart } from './read-body.ts';

type WholeBody =
  | { readonly ok: true; readonly text: string; readonly isCut: boolean }
  | { readonly ok: false; readonly failure: ModelFailure };

/**
 * Reads a body as one text. Stops at `maxBytes` or when it takes too long, which is checked at each chunk.
 * Invalid UTF-8 is replaced.
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

import type { PostAnswer } from '../../src/http/post-stream.ts';

/** The whole answer as one text: the status and the body, or the kind and the text of the failure. */
export async function textOf(answer: PostAnswer): Promise<string> {
  if (!answer.ok) return `${answer.failure.kind}: ${answer.failure.message}`;
  const pieces: Buffer[] = [];
  for await (const part of answer.body) {
    if (!part.ok) return `${part.failure.kind}: ${part.failure.message}`;
    pieces.push(part.bytes);
  }
  return `${answer.status} ${Buffer.concat(pieces).toString()}`;
}

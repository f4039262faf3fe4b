import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;

/**
 * The lines of a file, read in chunks. A line of more than `byteLimit` bytes, or that isn't UTF-8, is undefined and is never held whole. A
 * last line without a newline is included.
 */
export async function* readLines(path: string, byteLimit: number): AsyncGenerator<string | undefined> {
  let parts: Buffer[] = [];
  let bytes = 0;

  function take(part: Buffer): void {
    bytes += part.length;
    if (bytes <= byteLimit) parts.push(part);
    else parts = [];
  }

  function finish(): string | undefined {
    const whole = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    const line = bytes <= byteLimit ? whole : undefined;
    parts = [];
    bytes = 0;
    return line !== undefined && isUtf8(line) ? line.toString('utf8') : undefined;
  }

  const chunks: AsyncIterable<Buffer> = createReadStream(path);
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, to));
      yield finish();
      from = to + 1;
    }
    take(chunk.subarray(from));
  }
  if (bytes > 0) yield finish();
}

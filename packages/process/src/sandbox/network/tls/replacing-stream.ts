import { Transform } from 'node:stream';
import { createReplacer } from './replace-bytes.ts';
import type { ReplacementTable } from './replacement-table.ts';

/** Replaces in everything piped through it, and passes on decided bytes at once. */
export function replacingStream(table: ReplacementTable): Transform {
  const replacer = createReplacer(table);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const part of replacer.push(chunk)) this.push(part);
      done();
    },
    flush(done) {
      for (const part of replacer.end()) this.push(part);
      done();
    },
  });
}

/** Registered content codings that transform the body's bytes. */
const COMPRESSED = new Set([
  ...['gzip', 'x-gzip', 'deflate', 'compress', 'x-compress', 'br', 'zstd', 'dcb', 'dcz'],
  ...['aes128gcm', 'exi', 'pack200-gzip'],
]);

/** Whether a body is inspected. Compressed ones are not; an unknown coding (`utf-8`) hides nothing. */
export function isPlainBody(contentEncoding = ''): boolean {
  return contentEncoding
    .toLowerCase()
    .split(',')
    .every((coding) => !COMPRESSED.has(coding.trim()));
}

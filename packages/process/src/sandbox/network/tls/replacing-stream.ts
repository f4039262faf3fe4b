import { Transform } from 'node:stream';
import { createReplacer } from './replace-bytes.ts';
import type { ReplacementTable } from './replacement-table.ts';

/** Replaces in what is piped through it, and gives on at once what is decided. */
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

/** Registered codings that make other bytes of a body. */
const COMPRESSED = new Set([
  ...['gzip', 'x-gzip', 'deflate', 'compress', 'x-compress', 'br', 'zstd', 'dcb', 'dcz'],
  ...['aes128gcm', 'exi', 'pack200-gzip'],
]);

/** Whether a body is looked into. What is compressed is not; a coding that nobody knows (`utf-8`) hides nothing. */
export function isPlainBody(contentEncoding = ''): boolean {
  return contentEncoding
    .toLowerCase()
    .split(',')
    .every((coding) => !COMPRESSED.has(coding.trim()));
}

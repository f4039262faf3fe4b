import { Transform } from 'node:stream';
import { createReplacer, type ReplacementTable } from './replace-bytes.ts';

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

/** Whether a body can be looked into: what is compressed is not. */
export function isPlainBody(contentEncoding: string | undefined): boolean {
  return contentEncoding === undefined || ['', 'identity'].includes(contentEncoding.trim().toLowerCase());
}

import { fstatSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { asError } from '@sluice/base';

/**
 * The destination of results. For a file, Node's stream writes each text once and assumes that all of it was written: on
 * a full disk, the end of the last text would be missing without an error.
 */
export function standardOutput(): Writable {
  return isFile(process.stdout.fd) ? fileOutput(process.stdout.fd) : process.stdout;
}

/** Writes to an open file until everything is written, or writing fails. */
function fileOutput(fd: number): Writable {
  return new Writable({
    write(chunk: unknown, _encoding, done) {
      try {
        if (Buffer.isBuffer(chunk)) writeWhole(fd, chunk);
        done();
      } catch (error) {
        done(asError(error));
      }
    },
  });
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}

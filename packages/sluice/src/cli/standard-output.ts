import { fstatSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';

/**
 * Where results go. What Node makes of a file writes each text once and takes for granted that all of it was taken: on a
 * disk that runs full the end of the last text would be missing, and nothing would say so.
 */
export function standardOutput(): Writable {
  return isFile(process.stdout.fd) ? fileOutput(process.stdout.fd) : process.stdout;
}

/** Writes to an open file until it has taken everything, or refuses. */
function fileOutput(fd: number): Writable {
  return new Writable({
    write(chunk: unknown, _encoding, done) {
      try {
        if (Buffer.isBuffer(chunk)) writeWhole(fd, chunk);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
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

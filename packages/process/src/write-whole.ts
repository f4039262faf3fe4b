import { writeSync } from 'node:fs';

/** Writes all bytes from the beginning of an open file, and leaves its position there. Throws as the file system does. */
export function writeWhole(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written, bytes.length - written, written);
}

import { writeSync } from 'node:fs';

/** Writes all bytes from the start of an open file without moving its position. Throws like `writeSync`. */
export function writeWhole(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written, bytes.length - written, written);
}

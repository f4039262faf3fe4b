import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/** 100 bytes. */
export const LINE = `${'a line of a log as programs write them, neither short nor long, '.padEnd(99, '.')}\n`;

/** Fills a file with lines; `size` makes it longer by a hole. */
export function writeLines(path: string, bytes: number, size = bytes): void {
  const block = Buffer.from(LINE.repeat(10_000));
  const file = openSync(path, 'w');
  try {
    for (let written = 0; written < bytes; written += block.length) writeSync(file, block);
    ftruncateSync(file, size);
  } finally {
    closeSync(file);
  }
}

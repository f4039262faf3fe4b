import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import type { JournalWrite } from '@sluice/core';
import { ioFailure } from '../io-failure.ts';

export interface LineWriter {
  /** The file ended inside a line when it was opened. */
  readonly hasTornEnd: boolean;
  /** Appends the line and a newline in one write(2) where the system takes it whole. Never throws. */
  append(line: string): JournalWrite;
  close(): void;
}

/**
 * Opens a file of lines to append to, made with mode 0600 where missing. A line that was left unfinished, by a crash or
 * a failed write, stays in the file and is closed by a newline in front of the next one, so it spoils no other.
 * @throws what Node throws when the file can't be opened.
 */
export function openLineWriter(path: string, options: { readonly isSynced: boolean }): LineWriter {
  const fd = openSync(path, 'a+', 0o600);
  const hasTornEnd = endsInsideLine(fd);
  let isTorn = hasTornEnd;
  let isOpen = true;

  return {
    hasTornEnd,
    append(line) {
      if (!isOpen) return { ok: false, message: `${path} is closed.` };
      const text = isTorn ? `\n${line}\n` : `${line}\n`;
      const total = Buffer.byteLength(text);
      let written = 0;
      try {
        written = writeSync(fd, text);
        if (written < total) {
          const bytes = Buffer.from(text);
          while (written < total) written += writeSync(fd, bytes, written);
        }
        isTorn = false;
        if (options.isSynced) fdatasyncSync(fd);
        return { ok: true };
      } catch (error) {
        if (written > 0) isTorn = written < total;
        return { ok: false, message: `${path} can't be written (${ioFailure(error).reason}).` };
      }
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      closeSync(fd);
    },
  };
}

function endsInsideLine(fd: number): boolean {
  const { size } = fstatSync(fd);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(fd, last, 0, 1, size - 1);
  return last[0] !== 0x0a;
}

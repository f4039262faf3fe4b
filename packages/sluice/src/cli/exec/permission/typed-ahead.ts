import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { ReadStream } from 'node:tty';

/** Unread input that was typed at a terminal. */
export interface TypedAhead {
  /** Takes it, including the line being typed. Never waits. */
  take(): string;
  close(): void;
}

const SIZE = 4096;
/** More than a terminal buffers: auto-repeating keys must not delay the question. */
const MAX_READS = 64;

/**
 * A terminal in line mode withholds a line until Enter. In raw mode it returns what it has, so `take` leaves line mode
 * while it reads, through a nonblocking descriptor of its own.
 * @throws if the terminal can't be opened
 */
export function openTypedAhead(path: string, terminal: ReadStream): TypedAhead {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  const bytes = Buffer.alloc(SIZE);
  let isOpen = true;
  const readAll = (): string => {
    const chunks: Buffer[] = [];
    try {
      for (let reads = 0; reads < MAX_READS; reads += 1) {
        const length = readSync(descriptor, bytes);
        if (length === 0) break;
        chunks.push(Buffer.from(bytes.subarray(0, length)));
      }
    } catch {
      // Nothing left, or the terminal is gone, which its stream reports.
    }
    // In raw mode, the terminal leaves Enter as it is: a line would have no end.
    return Buffer.concat(chunks).toString().replaceAll('\r', '\n');
  };
  return {
    take() {
      if (!isOpen) return '';
      terminal.setRawMode(true);
      try {
        return readAll();
      } finally {
        terminal.setRawMode(false);
      }
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      closeSync(descriptor);
    },
  };
}

import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { ReadStream } from 'node:tty';

/** What has been typed at a terminal, and not been read. */
export interface TypedAhead {
  /** Takes it, and the line that is being typed with it. Never waits. */
  take(): string;
  close(): void;
}

const SIZE = 4096;
/** More than a terminal holds: keys that repeat must not keep the question away. */
const MAX_READS = 64;

/**
 * A terminal in line mode keeps a line to itself until Enter. Out of that mode it gives away what it has, so `take`
 * leaves the mode for as long as it reads, through a descriptor of its own that does not block.
 *
 * @throws where the terminal can't be opened
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
      // Nothing is left; or the terminal is lost, which its stream reports.
    }
    return Buffer.concat(chunks).toString();
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

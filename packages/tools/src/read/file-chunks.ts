import { readSync } from 'node:fs';
import type { ReadableFile } from '../files/load/open-file.ts';

/** Bytes of the first read, enough for most files and for the start of a page. */
const FIRST_CHUNK = 64 * 1024;
const CHUNK = 512 * 1024;

/**
 * A file's bytes from start to end. While one chunk is processed, the next is read into a second buffer; a chunk is valid until the next
 * one is requested. `size` is from stat: a file with 0 may still have content (`/proc`).
 *
 * @throws the signal's reason, or the file system's error.
 */
export async function* fileChunks(
  file: ReadableFile,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  const isSmall = size > 0 && size < FIRST_CHUNK;
  // One byte more than the file should have, to notice that it has grown.
  const first = Buffer.allocUnsafe(isSmall ? size + 1 : FIRST_CHUNK);
  // A small file is read in less time than a thread takes to start.
  const bytesRead = isSmall
    ? readSync(file.fd, first, 0, first.length, 0)
    : (await file.read(first, 0, first.length, 0)).bytesRead;
  if (bytesRead > 0) yield first.subarray(0, bytesRead);
  if (bytesRead === 0 || bytesRead === size) return;
  yield* readAhead(file, bytesRead, size, signal);
}

async function* readAhead(
  file: ReadableFile,
  from: number,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  let working = Buffer.allocUnsafeSlow(CHUNK);
  let reading = Buffer.allocUnsafeSlow(CHUNK);
  let position = from;
  let pending = file.read(reading, 0, CHUNK, position);
  try {
    for (;;) {
      const { bytesRead } = await pending;
      signal.throwIfAborted();
      if (bytesRead === 0) return;
      position += bytesRead;
      [working, reading] = [reading, working];
      if (position !== size) {
        pending = file.read(reading, 0, CHUNK, position);
        // If it fails while the consumer works, the `await` above or below reports it, instead of an unhandled rejection.
        pending.catch(() => undefined);
      }
      yield working.subarray(0, bytesRead);
      if (position === size) return;
    }
  } finally {
    // The file may be closed only when no read is in progress.
    await pending.catch(() => undefined);
  }
}

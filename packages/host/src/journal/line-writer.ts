import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import type { JournalWrite } from '@sluice/core';
import { ioFailure } from '../io-failure.ts';
import type { LineSealer } from './line-sealer.ts';

export interface LineWriter {
  /** The file ended inside a line when it was opened. */
  readonly hasTornEnd: boolean;
  /** The file held nothing when it was opened. */
  readonly isEmpty: boolean;
  /** Appends the line and a newline in one write(2), if the system accepts it whole. Never throws. */
  append(line: string): JournalWrite;
  /**
   * The same for a line that may be batched with others. It is written before the next `append`, or at the latest when the current task and
   * its promises are done. `onWritten` is called once, and must not throw.
   */
  appendSoon(line: string, onWritten: (write: JournalWrite) => void): void;
  /** Writes the waiting lines. */
  flush(): void;
  close(): void;
}

interface LineWriterOptions {
  readonly isSynced: boolean;
  readonly sealer: LineSealer;
}

interface WaitingLine {
  readonly text: string;
  readonly onWritten: (write: JournalWrite) => void;
}

/** Maximum size of one batch. */
const MAX_WAITING_CHARS = 256 * 1024;

const WRITTEN: JournalWrite = { ok: true };

/**
 * Opens a file of lines to append to, created with mode 0600 if missing. A line left unfinished by a crash or a failed write stays in the
 * file, and a newline before the next line closes it, so it corrupts no other.
 * @throws what Node throws when the file can't be opened.
 */
export function openLineWriter(path: string, options: LineWriterOptions): LineWriter {
  const fd = openSync(path, 'a+', 0o600);
  const { size } = fstatSync(fd);
  const hasTornEnd = endsInsideLine(fd, size);
  let isTorn = hasTornEnd;
  let isOpen = true;

  let waiting: WaitingLine[] = [];
  let waitingChars = 0;

  /** Writes as much as possible; the error says why there is a remainder. */
  const write = (text: string): { readonly written: number; readonly error?: unknown } => {
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
      return { written };
    } catch (error) {
      if (written > 0) isTorn = written < total;
      return { written, error };
    }
  };

  const failure = (error: unknown): JournalWrite => ({
    ok: false,
    message: `${path} can't be written (${ioFailure(error).reason}).`,
  });

  /** Returns how many of the lines are complete in the file. */
  const append = (lines: readonly string[]): { readonly whole: number; readonly answer: JournalWrite } => {
    if (!isOpen) return { whole: 0, answer: { ok: false, message: `${path} is closed.` } };
    const texts = options.sealer.seal(lines);
    const start = isTorn ? '\n' : '';
    const { written, error } = write(start + texts.join(''));
    const whole = error === undefined ? lines.length : wholeLines(texts, written - start.length);
    options.sealer.written(whole);
    return { whole, answer: error === undefined ? WRITTEN : failure(error) };
  };

  const flush = (): void => {
    if (waiting.length === 0) return;
    const lines = waiting;
    waiting = [];
    waitingChars = 0;
    const { whole, answer } = append(lines.map(({ text }) => text));
    for (const [index, { onWritten }] of lines.entries()) {
      // A line written before the disk was full is there, unless it had to survive a power loss.
      onWritten(index < whole && !options.isSynced ? WRITTEN : answer);
    }
  };

  return {
    hasTornEnd,
    isEmpty: size === 0,
    append(line) {
      flush();
      return append([line]).answer;
    },
    appendSoon(line, onWritten) {
      waiting.push({ text: line, onWritten });
      waitingChars += line.length;
      if (waiting.length === 1) void Promise.resolve().then(flush);
      else if (waitingChars > MAX_WAITING_CHARS) flush();
    },
    flush,
    close() {
      if (!isOpen) return;
      flush();
      isOpen = false;
      closeSync(fd);
    },
  };
}

function wholeLines(texts: readonly string[], written: number): number {
  let end = 0;
  return texts.filter((text) => (end += Buffer.byteLength(text)) <= written).length;
}

function endsInsideLine(fd: number, size: number): boolean {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(fd, last, 0, 1, size - 1);
  return last[0] !== 0x0a;
}

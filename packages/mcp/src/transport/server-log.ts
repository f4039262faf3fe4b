import { closeSync, constants, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

/** One file and its predecessor together hold this much. */
const MAX_BYTES = 5 * 1024 * 1024;
const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;

/** What a server writes to standard error: the last of it, in a file and at hand. */
export interface ServerLog {
  readonly path: string | undefined;
  write(chunk: Buffer): void;
  /** The last lines since it was opened, at most `count`. */
  lastLines(count: number): readonly string[];
  close(): void;
}

const AT_HAND = 16 * 1024;

/** Never throws: a log that can't be written is kept in memory alone. */
export function openServerLog(path: string | undefined): ServerLog {
  let file = path === undefined ? undefined : openLog(path);
  let size = file === undefined ? 0 : fstatSync(file).size;
  let tail = Buffer.alloc(0);
  const rotate = (): void => {
    if (path === undefined || file === undefined || size < MAX_BYTES / 2) return;
    closeSync(file);
    try {
      renameSync(path, `${path}.1`);
    } catch {
      // It keeps growing in place.
    }
    file = openLog(path);
    size = 0;
  };
  return {
    path,
    write(chunk) {
      tail = Buffer.concat([tail, chunk]).subarray(-AT_HAND);
      if (file === undefined) return;
      try {
        size += writeSync(file, chunk);
        rotate();
      } catch {
        file = undefined;
      }
    },
    lastLines(count) {
      const lines = tail
        .toString('utf8')
        .split('\n')
        .filter((line) => line.trim() !== '');
      return lines.slice(-count);
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** Characters of a line that are held until its end comes. */
const MAX_HELD = 64 * 1024;

/** A log whose lines are masked before they are written; a line is written once its end has come. */
export function maskedLog(log: ServerLog, mask: (text: string) => string): ServerLog {
  const decoder = new StringDecoder('utf8');
  let held = '';
  const pass = (text: string): void => {
    if (text !== '') log.write(Buffer.from(mask(text)));
  };
  return {
    path: log.path,
    write(chunk) {
      held += decoder.write(chunk);
      const end = held.length > MAX_HELD ? held.length : held.lastIndexOf('\n') + 1;
      pass(held.slice(0, end));
      held = held.slice(end);
    },
    lastLines(count) {
      const rest = held.trim() === '' ? [] : [mask(held)];
      return [...log.lastLines(count), ...rest].slice(-count);
    },
    close() {
      pass(held);
      held = '';
      log.close();
    },
  };
}

function openLog(path: string): number | undefined {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  } catch {
    return undefined;
  }
}

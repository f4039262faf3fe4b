import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import { errorCode, errorText } from '@sluice/base';
import { describeCause, type ContextFileGate, type ContextFileScope } from '@sluice/core';

interface ContextFileQuestion {
  /** Absolute. */
  readonly path: string;
  readonly scope: ContextFileScope;
  readonly gate: ContextFileGate;
  /** A larger file is not read at all. */
  readonly maxBytes: number;
}

export type ContextFileText =
  | { readonly status: 'read'; readonly text: string; readonly realPath: string }
  /** No file has this name, or it names a directory. */
  | { readonly status: 'absent' }
  /** `reason` is one clause for the user, without a period. */
  | { readonly status: 'left-out'; readonly reason: string; readonly needsTrust: boolean };

/** Bytes that are read at once beyond the size that was reported. */
const MIN_PIECE = 4 * 1024;

/**
 * A file can be swapped for a FIFO between the check and the open; these flags keep the open from blocking.
 */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/**
 * Reads a file for the model if the gate allows it. Nothing is opened until the gate has approved the real
 * path, and the opened file must be the one at that path. A hard link has no real path: one inside the
 * workspace is treated as inside.
 */
export function readContextFile({ path, scope, gate, maxBytes }: ContextFileQuestion): ContextFileText {
  let file: number | undefined;
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.isDirectory()) return { status: 'absent' };
    const realPath = realpathSync.native(path);
    const refusal = gate.refusalOf({ path, realPath, scope });
    if (refusal !== undefined) {
      const subject = realPath === path ? path : `${path} (a link to ${realPath})`;
      return leftOut(describeCause(refusal.cause, subject), refusal.needsTrust);
    }
    const unfit = unfitness(stats, maxBytes);
    if (unfit !== undefined) return leftOut(unfit);
    file = openSync(realPath, FLAGS);
    const opened = fstatSync(file);
    if (
      !isOpenedAt(file, realPath) &&
      (realpathSync.native(path) !== realPath || !isSame(opened, statSync(realPath)))
    )
      return leftOut('it was replaced while it was read');
    const unfitNow = unfitness(opened, maxBytes);
    if (unfitNow !== undefined) return leftOut(unfitNow);
    const bytes = readUpTo(file, opened.size, maxBytes);
    if (bytes === undefined) return leftOut(tooLarge(maxBytes));
    return { status: 'read', text: bytes.toString('utf8'), realPath };
  } catch (error) {
    return canExist(error) ? leftOut(errorText(error)) : { status: 'absent' };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function leftOut(reason: string, needsTrust = false): ContextFileText {
  return { status: 'left-out', reason, needsTrust };
}

function unfitness(stats: Stats, maxBytes: number): string | undefined {
  if (!stats.isFile()) return 'it is not a regular file';
  return stats.size > maxBytes ? tooLarge(maxBytes) : undefined;
}

function tooLarge(maxBytes: number): string {
  return `it is larger than ${maxBytes} bytes`;
}

/** On Linux, the system says where an open file is, which is one call rather than one for each directory above it, twice. */
function isOpenedAt(file: number, realPath: string): boolean {
  try {
    return process.platform === 'linux' && readlinkSync(`/proc/self/fd/${file}`) === realPath;
  } catch {
    return false;
  }
}

function isSame(opened: Stats, named: Stats): boolean {
  return opened.ino === named.ino && opened.dev === named.dev;
}

/** Undefined if the file is larger. The reported size is only a hint: it is 0 in `/proc`, and files grow. */
function readUpTo(file: number, size: number, maxBytes: number): Buffer | undefined {
  const pieces: Buffer[] = [];
  let length = 0;
  // One byte more, to see the end.
  let room = size + 1;
  for (;;) {
    const piece = Buffer.allocUnsafe(room);
    const count = readSync(file, piece, 0, piece.length, null);
    if (count === 0) return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces, length);
    length += count;
    if (length > maxBytes) return undefined;
    pieces.push(piece.subarray(0, count));
    // It was asked for a byte more, so that is its end.
    if (size > 0 && length === size) return Buffer.concat(pieces, length);
    room = Math.max(room - count, MIN_PIECE);
  }
}

/** A name that is empty or too long cannot name a file. */
function canExist(error: unknown): boolean {
  const code = errorCode(error);
  return code !== 'ENAMETOOLONG' && code !== 'ERR_INVALID_ARG_VALUE' && code !== 'ENOENT';
}

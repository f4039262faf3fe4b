import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from 'node:fs';
import { errorCode, errorText } from '@sluice/base';
import type { SettingsProblemCode } from '../problem.ts';

type ReadText =
  | { readonly status: 'read'; readonly text: string; readonly hasMark: boolean }
  | { readonly status: 'absent' }
  | { readonly status: 'failed'; readonly code: SettingsProblemCode; readonly message: string };

const SETTINGS_LIMIT = 2 * 1024 * 1024;

/** A link could be swapped for one to a FIFO between the check and the open. With these flags, opening it doesn't block. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** The text of a regular file of at most `limit` bytes, without its byte order mark. Opens nothing else. */
export function readText(path: string, limit = SETTINGS_LIMIT): ReadText {
  let file: number | undefined;
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return absent(path);
    if (!stats.isFile()) return notAFile();
    if (stats.size > limit) return tooLarge(limit);
    file = openSync(path, FLAGS);
    if (!fstatSync(file).isFile()) return notAFile();
    const bytes = readUpTo(file, stats.size, limit);
    return bytes === undefined ? tooLarge(limit) : decode(bytes);
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return { status: 'absent' };
    const reason = errorText(error);
    return failed('unreadable', `it can't be read (${reason}): fix its permissions, or remove it`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Undefined if there is more than the limit. Some file systems (`/proc`) report size 0 for files with content. */
function readUpTo(file: number, size: number, limit: number): Uint8Array | undefined {
  let buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const count = readSync(file, buffer, length, buffer.length - length, null);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
    if (length > limit) return undefined;
    if (length === buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(limit + 1, length * 2 + 4096));
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
  }
}

function decode(bytes: Uint8Array): ReadText {
  if (!isUtf8(bytes)) return failed('not-utf8', 'it is not UTF-8 text: save it as UTF-8');
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { status: 'read', text: view.toString('utf8', hasMark ? 3 : 0), hasMark };
}

function absent(path: string): ReadText {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return { status: 'absent' };
  return failed('not-a-file', 'it is a link to a file that does not exist: fix the link, or remove it');
}

function notAFile(): ReadText {
  return failed('not-a-file', 'it is not a regular file: replace it with a JSON file');
}

function tooLarge(limit: number): ReadText {
  const max = `${Math.round(limit / (1024 * 1024))} MiB`;
  return failed('too-large', `it is larger than ${max}, so it is not read: make it smaller`);
}

function failed(code: SettingsProblemCode, message: string): ReadText {
  return { status: 'failed', code, message };
}

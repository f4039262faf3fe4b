import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, statSync, type BigIntStats } from 'node:fs';
import { FRESH_MS } from './fingerprint.ts';

/** What a file was when it was looked at, links followed. */
export type FileLook =
  /** Nothing is there, or a directory, or a link to nothing. */
  | { readonly status: 'absent' }
  | {
      readonly status: 'present';
      /** Equal as long as nobody touched it. */
      readonly text: string;
      /** Of its bytes, where it was written so lately that a second write might leave the same times; and it is small. */
      readonly hash: string | undefined;
    }
  /** It can't be looked at for now. */
  | { readonly status: 'unknown' };

/** Bytes of a file that is read, and not only looked at. */
const MOST_BYTES = 256 * 1024;

/** @param before what was seen the last time: where its bytes were read, they are again */
export function lookAtFile(path: string, now: number, before?: FileLook): FileLook {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (found === undefined || found.isDirectory()) return { status: 'absent' };
    const identity = `${found.dev} ${found.ino}`;
    // What is behind a pipe or a device has no end, and looking must not begin it.
    if (!found.isFile()) return { status: 'present', text: identity, hash: undefined };
    const isFresh = Math.abs(now - Number(found.mtimeMs)) < FRESH_MS;
    const wasFresh = before?.status === 'present' && before.hash !== undefined;
    const hash = (isFresh || wasFresh) && found.size <= MOST_BYTES ? hashOf(path, found) : undefined;
    return { status: 'present', text: `${identity} ${found.size} ${found.mtimeNs}`, hash };
  } catch {
    return { status: 'unknown' };
  }
}

export type FileChange = 'add' | 'change' | 'unlink';

/** What has become of a file between two looks; undefined: nothing that is known. */
export function changeBetween(before: FileLook, after: FileLook): FileChange | undefined {
  if (before.status === 'unknown' || after.status === 'unknown') return undefined;
  if (before.status === 'absent') return after.status === 'absent' ? undefined : 'add';
  if (after.status === 'absent') return 'unlink';
  if (before.text !== after.text) return 'change';
  const areBothRead = before.hash !== undefined && after.hash !== undefined;
  return areBothRead && before.hash !== after.hash ? 'change' : undefined;
}

/** Undefined: it may not be read. */
function hashOf(path: string, { ino, size }: BigIntStats): string | undefined {
  let descriptor: number | undefined;
  try {
    // Another kind of file may have come there meanwhile: to open that must not wait.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const opened = fstatSync(descriptor, { bigint: true });
    if (!opened.isFile() || opened.ino !== ino) return undefined;
    const bytes = Buffer.allocUnsafe(Number(size));
    const length = readSync(descriptor, bytes, 0, bytes.length, 0);
    return createHash('sha256').update(bytes.subarray(0, length)).digest('base64');
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

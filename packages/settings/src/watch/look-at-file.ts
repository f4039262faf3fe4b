import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, statSync, type BigIntStats } from 'node:fs';
import { FRESH_MS } from './fingerprint.ts';

/** The state of a file when it was checked, with links followed. */
export type FileLook =
  /** Nothing is there, or a directory, or a dangling link. */
  | { readonly status: 'absent' }
  | {
      readonly status: 'present';
      /** Equal as long as the file is untouched. */
      readonly text: string;
      /** Hash of the content, if the file is small and was written so recently that a second write might leave the same times. */
      readonly hash: string | undefined;
    }
  /** It can't be checked at the moment. */
  | { readonly status: 'unknown' };

/** Maximum size, in bytes, of a file whose content is read rather than only checked. */
const MAX_BYTES = 256 * 1024;

/** @param before the previous state: if its content was read, it is read again */
export function lookAtFile(path: string, now: number, before?: FileLook): FileLook {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (found === undefined || found.isDirectory()) return { status: 'absent' };
    const identity = `${found.dev} ${found.ino}`;
    // A pipe or a device has no end, and a check must not start reading it.
    if (!found.isFile()) return { status: 'present', text: identity, hash: undefined };
    const isFresh = Math.abs(now - Number(found.mtimeMs)) < FRESH_MS;
    const wasFresh = before?.status === 'present' && before.hash !== undefined;
    const hash = (isFresh || wasFresh) && found.size <= MAX_BYTES ? hashOf(path, found) : undefined;
    return { status: 'present', text: `${identity} ${found.size} ${found.mtimeNs}`, hash };
  } catch {
    return { status: 'unknown' };
  }
}

export type FileChange = 'add' | 'change' | 'unlink';

/** What happened to a file between two checks; undefined: nothing known. */
export function changeBetween(before: FileLook, after: FileLook): FileChange | undefined {
  if (before.status === 'unknown' || after.status === 'unknown') return undefined;
  if (before.status === 'absent') return after.status === 'absent' ? undefined : 'add';
  if (after.status === 'absent') return 'unlink';
  if (before.text !== after.text) return 'change';
  const areBothRead = before.hash !== undefined && after.hash !== undefined;
  return areBothRead && before.hash !== after.hash ? 'change' : undefined;
}

/** Undefined: not readable. */
function hashOf(path: string, { ino, size }: BigIntStats): string | undefined {
  let descriptor: number | undefined;
  try {
    // Another kind of file may have replaced it meanwhile: opening it must not block.
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

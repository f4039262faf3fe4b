import { createReadStream, fstat, open } from 'node:fs';
import { Socket } from 'node:net';
import { promisify } from 'node:util';
import { getOwn } from '@sluice/core';
import type { InputError } from './input-error.ts';

/** An open input. Its bytes can be iterated once; it is closed at the end or when the reader stops. */
export interface OpenInput {
  /** As the user wrote it; `-` is standard input. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

type OpenedInputs =
  | { readonly ok: true; readonly inputs: readonly OpenInput[] }
  | { readonly ok: false; readonly error: InputError };

interface ClosableInput extends OpenInput {
  close(): void;
}

const STANDARD_INPUT = '-';
const openFile = promisify(open);
const statOf = promisify(fstat);

/**
 * Opens all inputs before reading any, so that a wrong name stops the run before a call from another file has had
 * effects. `-`, or no file at all, is standard input.
 */
export async function openInputs(
  files: readonly string[],
  standardInput: () => AsyncIterable<Uint8Array> = () => process.stdin,
): Promise<OpenedInputs> {
  const names = files.length === 0 ? [STANDARD_INPUT] : files;
  if (names.filter((name) => name === STANDARD_INPUT).length > 1) {
    return { ok: false, error: { code: 'stdin-twice', file: STANDARD_INPUT } };
  }
  const inputs: ClosableInput[] = [];
  for (const name of names) {
    const opened =
      name === STANDARD_INPUT ? { name, bytes: standardInput(), close: () => {} } : await openOne(name);
    if ('code' in opened) {
      for (const input of inputs) input.close();
      return { ok: false, error: opened };
    }
    inputs.push(opened);
  }
  return { ok: true, inputs: inputs.map(({ name, bytes }) => ({ name, bytes })) };
}

async function openOne(file: string): Promise<ClosableInput | InputError> {
  try {
    const fd = await openFile(file, 'r');
    const stats = await statOf(fd);
    const isPipe = stats.isFIFO() || stats.isSocket();
    // Reading a pipe as a file would block a pool thread that nothing can interrupt, not even process exit.
    const stream = isPipe
      ? new Socket({ fd, readable: true, writable: false })
      : createReadStream(file, { fd });
    const close = (): void => void stream.destroy();
    if (!stats.isDirectory()) return { name: file, bytes: stream, close };
    close();
    return { code: 'directory', file };
  } catch (cause) {
    const isMissing = cause instanceof Error && getOwn(cause, 'code') === 'ENOENT';
    return isMissing ? { code: 'missing', file } : { code: 'unreadable', file, cause };
  }
}

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * The beginning of a file (path or descriptor) as text of at most `maxBytes`, without splitting a UTF-8 character. Throws like `openSync`.
 */
export function readHead(path: string | number, maxBytes: number): string {
  return withFile(path, (file, size) => {
    const bytes = readRange(file, 0, Math.min(size, maxBytes));
    return bytes.toString('utf8', 0, bytes.length < size ? endOnCharacter(bytes) : bytes.length);
  });
}

/** The end of a file (path or descriptor) as text of at most `maxBytes`, without splitting a UTF-8 character. Throws like `openSync`. */
export function readTail(path: string | number, maxBytes: number): string {
  return withFile(path, (file, size) => {
    const from = Math.max(0, size - maxBytes);
    const bytes = readRange(file, from, size - from);
    return bytes.toString('utf8', from > 0 ? startOnCharacter(bytes) : 0);
  });
}

/** Where the last, possibly incomplete character starts, otherwise the end; at most three bytes before it. */
function endOnCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    return back < sequenceLength(byte) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function startOnCharacter(bytes: Buffer): number {
  let start = 0;
  while (start < Math.min(3, bytes.length) && isContinuation(bytes[start] ?? 0)) start += 1;
  return start;
}

function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}

function sequenceLength(firstByte: number): number {
  if (firstByte >= 0xf0) return 4;
  if (firstByte >= 0xe0) return 3;
  return firstByte >= 0xc0 ? 2 : 1;
}

function readRange(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(file, bytes, filled, length - filled, from + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function withFile<Value>(path: string | number, use: (file: number, size: number) => Value): Value {
  if (typeof path === 'number') return use(path, fstatSync(path).size);
  const file = openSync(path, 'r');
  try {
    return use(file, fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}

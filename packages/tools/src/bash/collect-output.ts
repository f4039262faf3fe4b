import type { CaptureFile } from '@sluice/core';
import { readHead, readTail } from '@sluice/process';
import type { BashText } from './bash-data.ts';

const HEAD_BYTES = 30_000;
const TAIL_BYTES = 8_000;
/** UTF-8 needs at most three bytes for one UTF-16 unit. */
const BYTES_PER_CHAR = 3;

/**
 * The output in full when it has at most `maxChars` UTF-16 units; its file is then removed. A longer one stays in its
 * file, which keeps the bytes as they were written.
 */
export function collectOutput(capture: CaptureFile, bytes: number, maxChars: number): BashText {
  if (bytes <= maxChars * BYTES_PER_CHAR) {
    const text = harmless(readHead(capture.path, bytes));
    if (text.length <= maxChars) {
      capture.remove();
      return { kind: 'inline', text };
    }
  }
  return {
    kind: 'stored',
    path: capture.path,
    bytes,
    head: harmless(readHead(capture.path, HEAD_BYTES)),
    tail: harmless(readTail(capture.path, TAIL_BYTES)),
  };
}

/** NUL ends strings in many programs that a result passes through. */
export function harmless(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

import type { CaptureFile } from '@sluice/core';
import { readHead, readTail } from '@sluice/process';
import { isBinary } from '../../program-output/is-binary.ts';
import { visibleText } from '../../program-output/visible-text.ts';
import type { BashText } from '../bash-data.ts';

const HEAD_BYTES = 30_000;
const TAIL_BYTES = 8_000;
/** UTF-8 needs at most three bytes for one UTF-16 unit. */
const BYTES_PER_CHAR = 3;

/**
 * The output in full if it has at most `maxChars` UTF-16 units; its file is then removed. Longer or binary output stays in its file, byte
 * for byte.
 */
export function collectOutput(capture: CaptureFile, bytes: number, maxChars: number): BashText {
  const head = readHead(capture.path, HEAD_BYTES);
  if (isBinary(head)) return { kind: 'binary', path: capture.path, bytes };
  if (bytes <= maxChars * BYTES_PER_CHAR) {
    const text = visibleText(bytes <= HEAD_BYTES ? head : readHead(capture.path, bytes));
    if (text.length <= maxChars) {
      capture.remove();
      return { kind: 'inline', text };
    }
  }
  return {
    kind: 'stored',
    path: capture.path,
    bytes,
    head: visibleText(head),
    tail: visibleText(readTail(capture.path, TAIL_BYTES)),
  };
}

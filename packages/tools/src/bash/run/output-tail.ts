import { readTail } from '@sluice/process';
import { isBinary } from '../../program-output/is-binary.ts';
import { visibleText } from '../../program-output/visible-text.ts';

const MAX_BYTES = 2_000;
const MAX_LINES = 10;

/** The last lines of growing output, for the user. */
export function outputTail(path: string): string {
  try {
    const tail = readTail(path, MAX_BYTES);
    if (isBinary(tail)) return '(binary output)';
    return visibleText(tail).trimEnd().split('\n').slice(-MAX_LINES).join('\n');
  } catch {
    return '';
  }
}

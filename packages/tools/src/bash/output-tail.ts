import { readTail } from '@sluice/process';
import { harmless } from './collect-output.ts';

const MAX_BYTES = 2_000;
const MAX_LINES = 10;

/** The last lines of an output that grows, for a person who watches. */
export function outputTail(path: string): string {
  try {
    return harmless(readTail(path, MAX_BYTES)).trimEnd().split('\n').slice(-MAX_LINES).join('\n');
  } catch {
    return '';
  }
}

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { sanitizeLines } from '@sluice/core';
import type { BackgroundTask } from '@sluice/tools';

/** Of a task's output, from its end. */
const MAX_TAIL_BYTES = 16_384;
const MAX_TAIL_LINES = 20;

/** The end of its output, as a person may see it. */
export function lastLines({ outputPath }: Pick<BackgroundTask, 'outputPath'>): readonly string[] {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(outputPath, 'r');
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.min(size, MAX_TAIL_BYTES));
    const count = readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
    const lines = sanitizeLines(bytes.subarray(0, count).toString('utf8')).trimEnd().split('\n');
    return lines.slice(-MAX_TAIL_LINES).filter((line, at) => line !== '' || at > 0);
  } catch {
    return [];
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

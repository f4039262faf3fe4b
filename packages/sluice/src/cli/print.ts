import { writeSync } from 'node:fs';
import { createSink } from '@sluice/base';
import { outputFailureText } from './output-failure.ts';
import { standardOutput } from './standard-output.ts';

/**
 * Writes a short text to standard output; returns the exit code. Setting up `process.stdout` would take 3 ms, longer
 * than everything else in `--version`.
 */
export async function print(text: string): Promise<0 | 1> {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(1, bytes, written);
    return 0;
  } catch {
    // The pipe is full or closed: the stream waits, or reports the error.
    return printAll(bytes.subarray(written).toString());
  }
}

/** Writes a text of any length to standard output, at the reader's pace; returns the exit code. */
export async function printAll(text: string): Promise<0 | 1> {
  const output = createSink(standardOutput());
  await output.write(text);
  await output.drained();
  if (output.failure === undefined) return 0;
  process.stderr.write(`sluice: ${outputFailureText(output.failure)}\n`);
  return 1;
}

import { writeSync } from 'node:fs';
import { createSink } from '@sluice/base';
import { outputFailureText } from './output-failure.ts';
import { standardOutput } from './standard-output.ts';

/**
 * Writes a short text to standard output; answers with the exit status. `process.stdout` would take 3 ms to set up, more
 * than all else of `--version`.
 */
export async function print(text: string): Promise<0 | 1> {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(1, bytes, written);
    return 0;
  } catch {
    // A pipe that is full for the moment, or closed: the stream waits, or says what is wrong.
    return printAll(bytes.subarray(written).toString());
  }
}

/** Writes a text of any length to standard output, at the reader's pace; answers with the exit status. */
export async function printAll(text: string): Promise<0 | 1> {
  const output = createSink(standardOutput());
  await output.write(text);
  await output.drained();
  if (output.failure === undefined) return 0;
  process.stderr.write(`sluice: ${outputFailureText(output.failure)}\n`);
  return 1;
}

import { writeSync } from 'node:fs';

/** Writes a short text to standard output. `process.stdout` would take 3 ms to set up, more than all else of `--version`. */
export function print(text: string): void {
  try {
    writeSync(1, text);
  } catch {
    // A pipe that is full for the moment, or closed: the stream waits, or lets the program end as it should.
    process.stdout.on('error', () => {});
    process.stdout.write(text);
  }
}

import { sanitize } from '@sluice/core';

/** One line for the person, on standard error. */
export function say(text: string): void {
  process.stderr.write(`sluice: ${sanitize(text)}\n`);
}

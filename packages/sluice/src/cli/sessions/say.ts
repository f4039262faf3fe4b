import { sanitize } from '@sluice/core';

/** One line for a person on standard error. */
export function say(text: string): void {
  process.stderr.write(`sluice sessions: ${sanitize(text)}\n`);
}

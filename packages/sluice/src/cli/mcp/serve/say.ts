import { sanitize } from '@sluice/core';

/** One line for the person, on standard error: standard output belongs to the protocol. */
export function say(text: string): void {
  process.stderr.write(`sluice mcp serve: ${sanitize(text)}\n`);
}

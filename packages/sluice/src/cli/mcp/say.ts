import { sanitize } from '@sluice/core';

/** One line for a person on standard error. */
export function say(command: string, text: string): void {
  process.stderr.write(`sluice mcp ${command}: ${sanitize(text)}\n`);
}

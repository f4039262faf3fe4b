import { harmless } from '../exec/output/harmless.ts';

/** One line for a person on standard error. */
export function say(command: string, text: string): void {
  process.stderr.write(`sluice hooks ${command}: ${harmless(text)}\n`);
}

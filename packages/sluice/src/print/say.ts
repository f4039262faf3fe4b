import { harmless } from '../exec/output/harmless.ts';

/** One line for the person, on standard error. */
export function say(text: string): void {
  process.stderr.write(`sluice: ${harmless(text)}\n`);
}

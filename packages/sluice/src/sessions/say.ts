import { harmless } from '../exec/output/harmless.ts';

/** One line for a person on standard error. */
export function say(text: string): void {
  process.stderr.write(`sluice sessions: ${harmless(text)}\n`);
}

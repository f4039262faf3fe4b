import { sanitize } from '@sluice/core';

/** One line for a person on standard error, in the name of a command: `sluice rules list`. */
export function say(command: string, text: string): void {
  process.stderr.write(`${command}: ${sanitize(text)}\n`);
}

/** `say` for one command. */
export function sayAs(command: string): (text: string) => void {
  return (text) => say(command, text);
}

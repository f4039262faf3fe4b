import { sanitize } from '@sluice/core';

/** Writes one line for the user to standard error, prefixed with a command: `sluice rules list`. */
export function say(command: string, text: string): void {
  process.stderr.write(`${command}: ${sanitize(text)}\n`);
}

/** `say` for one command. */
export function sayAs(command: string): (text: string) => void {
  return (text) => say(command, text);
}

import { sanitizeLines } from '@sluice/core';

/** The exit status of wrong usage. */
export const WRONG_USAGE = 2;

/** Says on standard error what is wrong with the arguments and how the command is used. */
export function usageError(command: string, message: string, synopsis: string): typeof WRONG_USAGE {
  process.stderr.write(`${command}: ${sanitizeLines(message)}\n\n${synopsis}\n\nSee ${command} --help.\n`);
  return WRONG_USAGE;
}

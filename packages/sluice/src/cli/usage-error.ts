import { sanitizeLines } from '@sluice/core/display';

/** The exit code for a usage error. */
export const WRONG_USAGE = 2;

/** Reports on standard error what is wrong with the arguments, and how to use the command. */
export function usageError(command: string, message: string, synopsis: string): typeof WRONG_USAGE {
  process.stderr.write(`${command}: ${sanitizeLines(message)}\n\n${synopsis}\n\nSee ${command} --help.\n`);
  return WRONG_USAGE;
}

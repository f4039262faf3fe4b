import type { Argument } from './argument.ts';

/** The word itself, where all of it is known. */
export function knownWord(argument: Argument): string | undefined {
  return typeof argument === 'string' ? argument : undefined;
}

import type { Argument } from './argument.ts';

/** Whether the argument becomes exactly one word. */
export function isOneWord(argument: Argument): boolean {
  return typeof argument === 'string' || (argument?.isOne ?? false);
}

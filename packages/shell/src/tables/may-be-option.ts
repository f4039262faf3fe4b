import type { Argument } from './argument.ts';

/** Whether some word that the argument becomes could start with a dash. What is known and what begins otherwise can't. */
export function mayBeOption(argument: Argument): boolean {
  if (argument === undefined) return true;
  const start = typeof argument === 'string' ? argument : argument.prefix;
  if (typeof argument !== 'string' && start === '') return true;
  return start.startsWith('-');
}

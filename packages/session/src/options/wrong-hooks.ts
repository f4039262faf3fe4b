import { listOf, optionError } from '@sluice/base';
import { checkHook } from './check-hook.ts';

/** What is wrong with the list returned by a `hooks` function. */
export function wrongHooks(list: unknown): TypeError | RangeError | undefined {
  const wrong = listOf('a function that returns a list of hooks', checkHook)(list);
  return optionError(wrong && { ...wrong, at: `.hooks${wrong.at === '' ? '' : `()${wrong.at}`}` });
}

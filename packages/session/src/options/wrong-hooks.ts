import { checkHook } from './check-hook.ts';
import { listOf } from './check.ts';
import { errorOf } from './option-error.ts';

/** What is wrong with the list returned by a `hooks` function. */
export function wrongHooks(list: unknown): TypeError | RangeError | undefined {
  const wrong = listOf('a function that returns a list of hooks', checkHook)(list);
  return errorOf(wrong && { ...wrong, at: `.hooks${wrong.at === '' ? '' : `()${wrong.at}`}` });
}

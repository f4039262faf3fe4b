import type { FileTouch } from '../file-touch.ts';
import type { Arguments, FileValue, Positional } from '../row.ts';

/** The same for each of the arguments. */
export function touchPositionals(
  positionals: readonly (Positional | FileValue)[],
  argv: Arguments,
  access: FileTouch['access'],
  isTree = false,
): FileTouch[] {
  return positionals.map(({ value, index }) => ({
    access,
    path: value ?? argv[index],
    isTree,
    argument: index,
  }));
}

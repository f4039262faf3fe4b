import type { FileEffect } from '../analysis.ts';
import { textOf, type Item } from '../item/item.ts';
import { pathEffects, type Standpoint } from '../path/path-effects.ts';
import { isReadFromList, isSubstituted, listsOf, namesIn, type NameLists } from './list-words.ts';

/**
 * What a program may read of the files that a list names: `git ls-files | xargs tool`. Only where it is known that the list is one of files,
 * or what is in it.
 * @param items the words of the command
 * @param files what it touches by itself
 */
export function readsOfList(
  items: readonly Item[],
  lists: NameLists,
  files: readonly FileEffect[],
  standpoint: Standpoint,
): readonly FileEffect[] {
  const isNamed = (written: string): boolean =>
    isReadFromList(written, standpoint) || isSubstituted(written) || standpoint.isOfList(written);
  // What is unknown of these is a reason to ask already.
  const known = new Set(files.filter(({ path }) => path === undefined).map(({ written }) => written));
  const open = items
    .slice(1)
    .filter((item) => textOf(item) === undefined && !known.has(item.written) && isNamed(item.written));
  if (open.length === 0) return [];
  const named = listsOf(open, lists, standpoint).flatMap((given) => [
    ...(given.listed ?? []),
    ...namesIn(given),
  ]);
  return named.flatMap((item) => pathEffects('read', item, false, standpoint));
}

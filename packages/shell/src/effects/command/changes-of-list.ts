import type { FileEffect } from '../analysis.ts';
import type { Item } from '../item/item.ts';
import { pathEffects, type Standpoint } from '../path/path-effects.ts';
import { itemsBeneathPlaces, listsOf, namesIn, type NameLists } from './list-words.ts';

/**
 * What a command changes of the names in a list: their contents, or, with `chmod` and its like, their permissions. Only what lies outside
 * the directory in which the line began, or is home: changes there are what the line is for.
 * @param items the words of the command
 * @param files what it touches by itself
 */
export function changesOfList(
  items: readonly Item[],
  lists: NameLists,
  files: readonly FileEffect[],
  standpoint: Standpoint,
): readonly FileEffect[] {
  const open = files.filter(({ access, path }) => access === 'write' && path === undefined);
  if (open.length === 0) return [];
  const changesAccess = open.some((file) => file.changesAccess);
  // `chmod -R`: of each name, everything beneath it too.
  const isRecursive = open.some((file) => file.reachesAll);
  const named = listsOf(open, lists, standpoint).flatMap((given) => [
    ...(given.listed ?? []),
    ...(isRecursive ? namesIn(given) : []),
  ]);
  return [...named, ...itemsBeneathPlaces(items, lists.input, standpoint)]
    .flatMap((item) => pathEffects('write', item, true, standpoint))
    .filter(({ path }) => path !== undefined && !isOfLine(path, standpoint))
    .map((file) => ({
      ...file,
      reachesAll: isRecursive ? true : file.reachesAll,
      changesAccess: changesAccess ? true : file.changesAccess,
    }));
}

function isOfLine(path: string, { start, home }: Standpoint): boolean {
  return start !== undefined && start !== '/' && path !== home && `${path}/`.startsWith(`${start}/`);
}

import type { GitNames } from '../../tables/file-command.ts';
import type { FileEffect } from '../analysis.ts';
import { textOf, type Item } from '../item/item.ts';
import { namedByGit } from '../path/named-by-git.ts';
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
  const given = listsOf(open, lists, standpoint);
  const named = given.flatMap((one) => [...(one.listed ?? []), ...namesIn(one)]);
  const isUnknown =
    given.length === 0 || given.some(({ listed, isKnown }) => listed === undefined && !isKnown);
  const keeping = keptBy(items);
  const unknown = isUnknown && keeping !== undefined ? open : [];
  const { gitNames } = keeping ?? {};
  const reads = named.flatMap((item) =>
    pathEffects('read', item, gitNames !== undefined, standpoint).map((effect) =>
      gitNames === undefined ? effect : namedByGit(effect, gitNames),
    ),
  );
  return [
    ...reads,
    ...unknown.map(({ written }): FileEffect => ({ access: 'read', path: undefined, isTree: true, written })),
  ];
}

/** What git reads then is kept in the repository, where anything shows it later: of a directory, what `gitNames` says. */
function keptBy(items: readonly Item[]): { readonly gitNames: GitNames | undefined } | undefined {
  const words = items.map((item) => textOf(item) ?? '');
  if (!/(?:^|\/)git$/u.test(words[0] ?? '')) return undefined;
  if (words.includes('hash-object') || words.includes('update-index')) return { gitNames: undefined };
  if (!words.includes('add') && !words.includes('stage')) return undefined;
  return { gitNames: words.some((word) => /^(?:-[a-zA-Z]*f|--f)/u.test(word)) ? 'all' : 'not-ignored' };
}

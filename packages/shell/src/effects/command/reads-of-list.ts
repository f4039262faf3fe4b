import type { GitNames } from '../../tables/file-touch.ts';
import type { FileEffect } from '../analysis.ts';
import { textOf, type Item } from '../item/item.ts';
import { namedByGit } from '../path/named-by-git.ts';
import { pathEffects, type Standpoint } from '../path/path-effects.ts';
import type { GivenText } from '../state/state.ts';
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
  const reads = named.flatMap((item) => readsOf(item, keeping, standpoint));
  const areOne = open.some(({ written }) => mayHoldBlanks(written, given));
  const mayBeOther =
    keeping !== undefined && (!keeping.isPlain || named.some((item) => isOtherThanPath(item)) || areOne);
  return [
    ...reads,
    ...(mayBeOther && named.length > 0 ? [anyOfRepository(open, standpoint)] : []),
    ...unknown.map(({ written }): FileEffect => ({ access: 'read', path: undefined, isTree: true, written })),
  ];
}

/** What git makes of names. */
interface Keeping {
  /** Of a directory, what git takes of it; undefined: it takes none. */
  readonly gitNames: GitNames | undefined;
  /** Names are paths, seen from the directory in which the command runs. */
  readonly isPlain: boolean;
}

/** What git reads then is kept in the repository, where anything shows it later: of a directory, what `gitNames` says. */
function keptBy(items: readonly Item[]): Keeping | undefined {
  const words = items.map((item) => textOf(item) ?? '');
  if (!/(?:^|\/)git$/u.test(words[0] ?? '')) return undefined;
  const isPlain = KEEPING.test(words[1] ?? '');
  const name = isPlain ? words[1] : words.find((word) => KEEPING.test(word));
  if (name === undefined) return undefined;
  if (name === 'hash-object' || name === 'update-index') return { gitNames: undefined, isPlain };
  const isForced = words.some((word) => /^(?:-[a-zA-Z]*f|--f)/u.test(word));
  return { gitNames: isForced ? 'all' : 'not-ignored', isPlain };
}

const KEEPING = /^(?:add|stage|hash-object|update-index)$/u;

function readsOf(item: Item, keeping: Keeping | undefined, standpoint: Standpoint): readonly FileEffect[] {
  const { gitNames } = keeping ?? {};
  if (gitNames === undefined) return pathEffects('read', item, false, standpoint);
  return pathEffects('read', item, true, standpoint).map((effect) =>
    namedByGit(effect, { gitNames, place: '.' }, standpoint),
  );
}

/** In quotes, all that a command prints is one name, and so is a line that is read, or that `xargs -I` takes. */
function mayHoldBlanks(written: string, given: readonly GivenText[]): boolean {
  if (!/^"|\{\}/u.test(written)) return false;
  const several = isSubstituted(written) ? /\S\s+\S/u : /\S[^\S\n]+\S/u;
  return given.some(({ text, isKnown }) => isKnown && several.test(text));
}

/** An option, or a pattern of git, or a text that becomes other words than it seems. */
function isOtherThanPath({ value }: Item): boolean {
  return typeof value === 'string' && /^[-:]|[*?[\\"']/u.test(value);
}

/** Whatever is in the repository, ignored or not. */
function anyOfRepository([item]: readonly Item[], { directory }: Standpoint): FileEffect {
  return { access: 'read', path: directory, isTree: true, isOfTop: true, written: item?.written ?? '' };
}

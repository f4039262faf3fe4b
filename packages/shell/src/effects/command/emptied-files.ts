import type { FileEffect } from '../analysis.ts';
import { textOfPieces } from '../../globs/glob-piece.ts';
import { emptyingPrograms, type EmptiedWords } from '../../tables/emptying-programs.ts';
import { textOf, type Item } from '../item/item.ts';
import { pathEffects, type Standpoint } from '../path/path-effects.ts';
import type { GivenText } from '../state/state.ts';
import { isSubstituted, type NameLists } from './list-words.ts';
import { removalsOfInput } from './removals-of-input.ts';

export type Emptied = EmptiedWords<Item>;

/**
 * Removals of what is in files that a command empties, or writes something else over, where its words don't name them: what a pattern
 * matches or a list holds. Of files that get other content, only everything in a directory is meant.
 */
export function emptiedFiles(
  [name, ...items]: readonly Item[],
  lists: NameLists,
  standpoint: Standpoint,
): readonly FileEffect[] {
  const program = textOf(name)?.replace(/^.*\//u, '') ?? '';
  const found = emptyingPrograms.get(program)?.(items, lists.input);
  if (found === undefined) return [];
  return found.how === 'surely' ? removals(found.items, standpoint) : replacedBy(found, lists, standpoint);
}

/** The same of what redirections write over, of names in a list too. */
export function emptiedByRedirections(
  overwritten: Emptied,
  lists: NameLists,
  standpoint: Standpoint,
): readonly FileEffect[] {
  if (overwritten.how === 'perhaps') return replacedBy(overwritten, lists, standpoint);
  const emptied = removals(overwritten.items, standpoint);
  const known = emptied.filter(({ path, removal }) => path !== undefined || removal !== undefined);
  return [...known, ...removalsOfInput([], lists.input, emptied, standpoint)];
}

function removals(items: readonly Item[], standpoint: Standpoint): readonly FileEffect[] {
  return items
    .filter((item) => textOf(item) === undefined)
    .flatMap((item) => pathEffects('remove', item, false, standpoint));
}

function replacedBy(
  { items, entersDirectories }: Emptied,
  { input, evaluated }: NameLists,
  standpoint: Standpoint,
): readonly FileEffect[] {
  const isEntered = entersDirectories === true;
  const printed = items.some(({ written }) => isSubstituted(written)) ? evaluated?.listed : [];
  const all = [...items, ...(printed ?? [])].filter((item) => !isEntered || !namesDirectories(item));
  const own = removals(all, standpoint);
  const given = isEntered ? withoutDirectories(input) : input;
  return [...own, ...removalsOfInput([], given, own, standpoint)].filter(isOfEverything);
}

/** Everything in a directory, or all that a search finds below it. */
function isOfEverything({ path, removal, levels = 0 }: FileEffect): boolean {
  if (removal === 'contents' || removal === 'home') return true;
  return path !== undefined && removal === undefined && levels === 0;
}

/** What is written to a directory lands in it. */
function namesDirectories({ globs, search }: Item): boolean {
  return search?.isOfDirectories === true || globs.some((pieces) => textOfPieces(pieces).endsWith('/'));
}

function withoutDirectories(input: GivenText | undefined): GivenText | undefined {
  if (input === undefined) return undefined;
  const { listed, around } = input;
  return {
    ...input,
    listed: listed?.filter((item) => !namesDirectories(item)),
    around: withoutDirectories(around),
  };
}

/** Whether a command, as far as it is known, prints nothing: `:`, `true`, `echo -n`, `cat /dev/null`. No words: a bare redirection. */
export function printsNothing(items: readonly Item[]): boolean {
  const [name = ':', ...words] = items.map((item) => textOf(item));
  if (name === ':' || name === 'true' || name === 'false') return true;
  if (name === 'cat') return words.length > 0 && words.every((word) => word === '/dev/null');
  const isPrinting = name === 'echo' || name === 'printf';
  return isPrinting && words.every((word) => word !== undefined && /^(?:-[neE]+|\s*|\\[0nc]*)$/u.test(word));
}

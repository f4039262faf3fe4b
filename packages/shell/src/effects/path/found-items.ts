import { hasAny, listingPrograms, type ListingProgram } from '../../tables/listing-programs.ts';
import { parseLoosely } from '../../tables/parse-loosely.ts';
import { quotedWord } from '../item/command-text.ts';
import { addedItem, argumentsOf, textOf, type Item, type Search } from '../item/item.ts';
import { namesSome } from '../../tables/names-some.ts';

/** What a search finds, as arguments: one for each place where it begins. */
export function foundItems(name: string, items: readonly Item[]): readonly Item[] {
  if (name !== 'fd' && name !== 'fdfind') return foundByFind(items);
  const end = items.findIndex((item) => /^(?:-[^-]*[xX]|--exec)/u.test(textOf(item) ?? ''));
  return foundByLister(listingPrograms.get('fd'), end === -1 ? items : items.slice(0, end)) ?? [];
}

/** What a program prints that searches directories, one a line; undefined: no such names. */
export function searchedItems(name: string, items: readonly Item[]): readonly Item[] | undefined {
  if (name === 'find' || name === 'gfind' || name === 'bfs') return foundByFind(items);
  return foundByLister(listingPrograms.get(name), items);
}

function foundByFind(items: readonly Item[]): readonly Item[] {
  const words = items.map((item) => textOf(item));
  let start = 1;
  while (/^-(?:[HLP]|O\d|-)$/u.test(words[start] ?? '')) start += 1;
  // Where it begins is in a file, or behind an option of another find.
  if (words.includes('-files0-from') || /^-[DOf]/u.test(words[start] ?? '')) return [addedItem(undefined)];
  const length = items.slice(start).findIndex((item) => /^[-(!]/u.test(textOf(item) ?? ''));
  const roots = items.slice(start, length === -1 ? undefined : start + length);
  const followsLinks = words.includes('-L') || words.includes('-follow');
  const search = {
    isSome: isNarrowFind(words),
    followsLinks,
    entersLink: followsLinks || words.includes('-H'),
    endings: endingsOfFind(words),
    isOfDirectories:
      words[words.indexOf('-type') + 1] === 'd' && !words.some((word) => OTHERWISE.test(word ?? '')),
  };
  const levels = leavesLinksOut(words) ? 0 : Infinity;
  return (roots.length === 0 ? [HERE] : roots).map((root) => beneath(root, levels, search));
}

/** `-name '*.ts'`, alone or in each alternative. */
function endingsOfFind(words: readonly (string | undefined)[]): readonly string[] | undefined {
  if (words.some((word) => /^(?:!|-not|,|-printf|-f?ls|-fprint.*)$/u.test(word ?? ''))) return undefined;
  const endings: string[] = [];
  let ending: string | undefined;
  let isTold = false;
  for (const [index, word] of [...words, '-o'].entries()) {
    if (word === '-o' || word === '-or') {
      if (ending === undefined) return undefined;
      endings.push(ending);
      ending = undefined;
      isTold = false;
    } else if (TELLS.test(word ?? '')) isTold = true;
    else if (words[index - 1] === '-name' && !isTold) ending ??= /^\*(\.\w+)$/u.exec(word ?? '')?.[1];
  }
  return endings;
}

/** From there on, a name chooses nothing. */
const TELLS = /^-(?:print0?|exec|execdir|ok|okdir|delete)$/u;

/** The place of a search that names none. */
export const HERE: Item = { ...addedItem('.'), written: '.' };

/** Everything below a directory, or what of it a search lets through. */
export function beneath(root: Item, levels: number, search: Search): Item {
  const text = textOf(root);
  const { written } = root;
  if (text === undefined)
    return root.isGlob && typeof root.value === 'object'
      ? { ...root, globs: [], levels: Infinity, search }
      : { ...addedItem(undefined), written };
  const prefix = text.endsWith('/') ? text : `${text}/`;
  return {
    ...addedItem({ prefix, isOne: false }),
    // Quotes around the place change nothing.
    written: root.isLiteral ? quotedWord(text) : written,
    isGlob: true,
    levels,
    search: { ...search, entersLink: search.entersLink || text.endsWith('/') },
  };
}

/** Only files, as they are told from links: what it finds is none. */
function leavesLinksOut(words: readonly (string | undefined)[]): boolean {
  const at = words.indexOf('-type');
  return at !== -1 && words[at + 1] === 'f' && !words.some((word) => OTHERWISE.test(word ?? ''));
}

const OTHERWISE = /^(?:-o|-or|,|!|-not|-L|-follow)$/u;

/** Each alternative lets only certain names, or only what is empty, through: `-name '*.o'`, not `-name '*'` or `-type f`. */
function isNarrowFind(words: readonly (string | undefined)[]): boolean {
  let isNarrow = false;
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    if (/^(?:-o|-or|,)$/u.test(word ?? '')) {
      if (!isNarrow) return false;
      isNarrow = false;
    }
    const isNegated = word === '!' || word === '-not';
    if (isNegated && next === '(') return false;
    if (/^(?:!|-not)$/u.test(words[index - 1] ?? '')) continue;
    isNarrow ||=
      word === '-empty' || (/^-i?name$/u.test(word ?? '') && next !== undefined && namesSome(next));
  }
  return isNarrow;
}

function foundByLister(
  lister: ListingProgram | undefined,
  items: readonly Item[],
): readonly Item[] | undefined {
  if (lister === undefined) return undefined;
  const parsed = parseLoosely(lister.row, argumentsOf(items), 1);
  if (!lister.lists(parsed)) return undefined;
  const operands = parsed.positionals.map(({ index }) => items[index]).filter((item) => item !== undefined);
  const hasPattern = lister.hasPattern(parsed);
  const followsLinks = hasAny(parsed, '-L', '-R', '--follow');
  const isSome = lister.isNarrow(parsed, hasPattern ? textOf(operands[0]) : undefined);
  const search = { isSome, followsLinks, entersLink: followsLinks };
  const given = parsed.given.get('--search-path') ?? [];
  const places = [
    ...operands.slice(hasPattern ? 1 : 0),
    ...given.map((place) => ({ ...addedItem(place), written: place ?? '' })),
  ];
  return (places.length === 0 ? [HERE] : places).map((place) => beneath(place, Infinity, search));
}

export function startsAs(item: Item, start: string): boolean {
  return (typeof item.value === 'object' ? item.value.prefix : (item.value ?? '')).startsWith(start);
}

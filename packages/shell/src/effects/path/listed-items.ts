import { namesListedByGit } from '../../tables/names-listed-by-git.ts';
import { textOf, type Item, type Search } from '../item/item.ts';
import { HERE, beneath, searchedItems, startsAs } from './found-items.ts';

/** The names that a program prints, one a line; undefined: it prints none. */
export function listedItems(name: string, items: readonly Item[]): readonly Item[] | undefined {
  if (name === 'git') return listedByGit(items);
  return name === 'ls' ? listedByLs(items) : searchedItems(name, items);
}

const ALL: Search = { isSome: false, followsLinks: false, entersLink: true };

/** Patterns, and with -d all words, are listed themselves; of directories, what is in them. */
function listedByLs(items: readonly Item[]): readonly Item[] {
  const isAsNamed = items.some((item) => /^(?:-[^-]*d|--directory)/u.test(textOf(item) ?? ''));
  const operands = items.slice(1).filter((item) => !startsAs(item, '-'));
  const places = operands.length === 0 ? [HERE] : operands;
  return places.map((item) => (isAsNamed || item.isGlob ? item : beneath(item, Infinity, ALL)));
}

/** The names of files that git keeps; undefined: none of them. */
function listedByGit(items: readonly Item[]): readonly Item[] | undefined {
  const words = items.map((item) => textOf(item));
  const isMoved = words[1] === '-C';
  const command = words[isMoved ? 3 : 1];
  const rest = items.slice(isMoved ? 4 : 2);
  const given = rest.map((item) => textOf(item) ?? '');
  const found = namesListedByGit.get(command ?? '')?.(given);
  if (found === undefined || (isMoved && items[2] === undefined)) return undefined;
  const at = isMoved ? items[2] : undefined;
  const endings = command === 'ls-files' ? endingsOfPatterns(rest) : undefined;
  const isPlain = command === 'ls-files' && !found.isSome && !given.some((word) => OTHER_NAMES.test(word));
  const operands = isPlain ? rest.filter((item) => !startsAs(item, '-')) : [];
  // Names are reported as seen from there, and taken as seen from here.
  const places = at !== undefined ? [at, ...operands] : operands.length > 0 ? operands : [HERE];
  return places.map((place) =>
    place.isGlob
      ? place
      : beneath(place, Infinity, { ...ALL, ...found, isTracked: TRACKED.has(command ?? ''), endings }),
  );
}

/** They print files that git tracks, but for what options say. */
const TRACKED = new Set(['ls-files', 'grep']);

/** `'*.ts'`, each of them, and nothing else. */
function endingsOfPatterns(items: readonly Item[]): readonly string[] | undefined {
  const words = items.map((item) => textOf(item));
  if (words.some((word) => word === undefined || OTHER_NAMES.test(word))) return undefined;
  const patterns = words.filter((word) => word?.startsWith('-') !== true);
  const endings = patterns.flatMap((word) => /^\*(\.\w+)$/u.exec(word ?? '')?.[1] ?? []);
  return patterns.length === 0 || endings.length < patterns.length ? undefined : endings;
}

/** What they say is left out, or told in another form. */
const OTHER_NAMES = /^-(?:\w*[xX]|-(?:exclude|exclude-from|exclude-per-directory|with-tree|format))/u;

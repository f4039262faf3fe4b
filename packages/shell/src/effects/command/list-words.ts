import type { FileEffect } from '../analysis.ts';
import { addedItem, type Item } from '../item/item.ts';
import { beneath } from '../path/found-items.ts';
import type { Standpoint } from '../path/path-effects.ts';
import type { GivenText } from '../state/state.ts';

/** Where a command gets names from that its own words don't say. */
export interface NameLists {
  /** Its input, which `xargs`, `parallel` and loops take names from. */
  readonly input: GivenText | undefined;
  /** What the command substitutions among its words print. */
  readonly evaluated: GivenText | undefined;
}

/** Where a word of `xargs` holds what is read, or one of a script that it runs. */
const placeIn = ({ isGivenList }: Standpoint): RegExp => (isGivenList ? /\{\}|\$\{_\}/u : /\{\}/u);

/** The whole word is read from a list. */
export function isReadFromList(written: string, standpoint: Standpoint): boolean {
  const bare = written.replaceAll(/["']/gu, '').replace(placeIn(standpoint), '');
  return bare === '' || standpoint.isFromList(written);
}

/** The whole word is what a command prints. */
export function isSubstituted(written: string): boolean {
  return /^"?(?:\$\([^]*\)|`[^]*`)"?$/u.test(written);
}

/** The lists from which names of these files come, that of a loop around a command too. */
export function listsOf(
  files: readonly Pick<FileEffect, 'written'>[],
  { input, evaluated }: NameLists,
  standpoint: Standpoint,
): readonly GivenText[] {
  const isRead = files.some(
    ({ written }) => isReadFromList(written, standpoint) || standpoint.isOfList(written),
  );
  const isPrinted = evaluated !== undefined && files.some(({ written }) => isSubstituted(written));
  return [...(isRead ? withAround(input) : []), ...(isPrinted ? [evaluated] : [])];
}

/** Words of a text as names. */
export function namesIn({ text, isKnown }: GivenText): readonly Item[] {
  const words = isKnown ? text.split(/\s+/u).filter(Boolean) : [];
  return words.map((word) => ({ ...addedItem(word), written: word }));
}

function withAround(input: GivenText | undefined): readonly GivenText[] {
  return input === undefined ? [] : [...withAround(input.around), input];
}

/** `xargs -I{} rm dir/{}`: what the list names in that directory. */
export function itemsBeneathPlaces(
  items: readonly Item[],
  input: GivenText | undefined,
  standpoint: Standpoint,
): readonly Item[] {
  const isSome =
    input?.isBounded === true && input.listed?.every(({ search }) => search?.isSome ?? true) === true;
  return items.flatMap((item) => {
    const { value, written } = item;
    const prefix = typeof value === 'object' && value.isOne ? value.prefix : '';
    const place = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    if (place === '' || !placeIn(standpoint).test(written)) return [];
    const search = { isSome, followsLinks: false, entersLink: true };
    return [beneath({ ...item, value: place }, Infinity, search)];
  });
}

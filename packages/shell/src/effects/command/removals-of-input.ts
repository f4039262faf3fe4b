import type { FileEffect } from '../analysis.ts';
import type { Item } from '../item/item.ts';
import { beneath } from '../path/found-items.ts';
import type { GivenText } from '../state/state.ts';
import { pathEffects, type Standpoint } from '../path/path-effects.ts';

/** Where a word of `xargs` holds what is read, or one of a script that it runs. */
const placeIn = ({ isGivenList }: Standpoint): RegExp => (isGivenList ? /\{\}|\$\{_\}/u : /\{\}/u);

/**
 * What a removal takes from a list that it reads: by `xargs`, by `parallel`, in a loop. A list that no one knows may name everything, and
 * each of its files one by one is as much as a directory.
 * @param items the words of the command
 * @param files what it touches by itself
 */
export function removalsOfInput(
  items: readonly Item[],
  input: GivenText | undefined,
  files: readonly FileEffect[],
  standpoint: Standpoint,
): readonly FileEffect[] {
  const around = input?.around;
  const ofList = around === undefined ? [] : removalsOfInput(items, around, files, standpoint);
  return [...ofList, ...removalsRead(items, input, files, standpoint)];
}

function removalsRead(
  items: readonly Item[],
  input: GivenText | undefined,
  files: readonly FileEffect[],
  standpoint: Standpoint,
): readonly FileEffect[] {
  const open = files.filter(({ access, path, removal }) => {
    // `git rm` and `git clean` take only some of what a list names, whatever that is.
    const isOpen = removal === undefined || removal === 'some';
    return access === 'remove' && path === undefined && isOpen;
  });
  if (open.length === 0) return [];
  const found = (input?.listed ?? []).flatMap((item) =>
    pathEffects('remove', item, true, standpoint)
      .filter(({ path, removal }) => path !== undefined || removal !== undefined)
      .map((file) => ({ ...file, levels: 0 })),
  );
  if (input?.isKnown === true) return found;
  const isBounded = input?.isBounded === true;
  const isSome = isBounded && input.listed?.every(({ search }) => search?.isSome ?? true) === true;
  const placed = removalsBeneath(items, isSome, standpoint);
  if (isBounded) return [...found, ...placed];
  const unknown = open
    .filter(({ written }) => isRead(written, standpoint))
    .map((file): FileEffect => ({ ...file, removal: 'beneath-unknown' }));
  return [...found, ...unknown, ...placed];
}

/** `xargs -I{} rm dir/{}`: whatever is in the directory. */
function removalsBeneath(
  items: readonly Item[],
  isSome: boolean,
  standpoint: Standpoint,
): readonly FileEffect[] {
  return items.flatMap((item) => {
    const { value, written } = item;
    const prefix = typeof value === 'object' && value.isOne ? value.prefix : '';
    const place = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    if (place === '' || !placeIn(standpoint).test(written)) return [];
    const search = { isSome, followsLinks: false, entersLink: true };
    return pathEffects('remove', beneath({ ...item, value: place }, Infinity, search), true, standpoint);
  });
}

/** The whole word is read from a list. */
function isRead(written: string, standpoint: Standpoint): boolean {
  const bare = written.replaceAll(/["']/gu, '').replace(placeIn(standpoint), '');
  return bare === '' || standpoint.isFromList(written);
}

import type { FileEffect } from '../analysis.ts';
import type { Item } from '../item/item.ts';
import { pathEffects, type Standpoint } from '../path/path-effects.ts';
import type { GivenText } from '../state/state.ts';
import { isReadFromList, isSubstituted, itemsBeneathPlaces } from './list-words.ts';

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

/** What a removal takes of the names that a command among its words prints: `rm $(find .)`. */
export function removalsOfPrinted(
  evaluated: GivenText | undefined,
  files: readonly FileEffect[],
  standpoint: Standpoint,
): readonly FileEffect[] {
  const isTaken = files.some(({ access, written }) => access === 'remove' && isSubstituted(written));
  const listed = isTaken ? (evaluated?.listed ?? []) : [];
  return listed.flatMap((item) => pathEffects('remove', item, true, standpoint));
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
  const placed = itemsBeneathPlaces(items, input, standpoint).flatMap((item) =>
    pathEffects('remove', item, true, standpoint),
  );
  if (input?.isBounded === true) return [...found, ...placed];
  const unknown = open
    .filter(({ written }) => isReadFromList(written, standpoint))
    .map((file): FileEffect => ({ ...file, removal: 'beneath-unknown' }));
  return [...found, ...unknown, ...placed];
}

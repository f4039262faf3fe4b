import { possibleTouches } from '../../tables/possible-touches.ts';
import type { FileEffect } from '../analysis.ts';
import { settingsAt } from '../state/repository-at.ts';
import { anything } from '../../tables/possible-touches/route.ts';
import { goesBeyondTables } from '../running/goes-beyond-tables.ts';
import { isReadFromList, isSubstituted } from './list-words.ts';
import { argumentsOf, textOf, type Item } from '../item/item.ts';
import { runnerRows } from '../../tables/runners/runner-rows.ts';
import { pathEffects, type Standpoint } from '../path/path-effects.ts';
import type { Shell } from '../state/walk.ts';
import { touchEffects } from './touch-effects.ts';
import { repositoryEffects } from './repository-effects.ts';

/** What a command may touch whose arguments no table knows: rules that deny must see it. */
export function uncertainFiles(
  given: readonly Item[],
  shell: Shell,
  standpoint: Standpoint,
): readonly FileEffect[] {
  const items = given.map((item) => asNoOption(item));
  const isGit = textOf(items[0]) === 'git';
  const isBeyond = goesBeyondTables(items, () => settingsAt(shell, standpoint.directory));
  const touches = [...possibleTouches(argumentsOf(items)), ...(isBeyond ? anything() : [])];
  const possible = touches.flatMap((touch) =>
    [
      ...touchEffects(touch, items, standpoint),
      ...(touch.isOfRepository === true ? repositoryEffects(shell, 'read', '.', true, standpoint) : []),
    ].filter(
      ({ access, path }) =>
        path !== undefined ||
        access === 'write' ||
        access === 'remove' ||
        (touch.isComputed === true && !(isGit && isOfList(items[touch.argument], standpoint))) ||
        items[touch.argument]?.lookup === 'elsewhere',
    ),
  );
  const isNamed = possible.some(({ gitNames }) => gitNames !== undefined);
  return [
    ...uncertainRemovals(items, standpoint),
    ...possible,
    ...(isNamed ? [] : matchedFiles(items, standpoint)),
  ];
}

/** What is known of such words is judged with the list: see `readsOfList`. */
function isOfList(item: Item | undefined, standpoint: Standpoint): boolean {
  const written = item?.written;
  if (written === undefined) return false;
  return (
    isReadFromList(written, standpoint) ||
    isSubstituted(written) ||
    standpoint.isOfList(written) ||
    /^"?\$(?:[@*]|\{_\})"?$/u.test(written)
  );
}

/** Files that a pattern matches and that are called as options are words of their own by now: see `withOptionWords`. */
function asNoOption(item: Item): Item {
  const { value, isGlob } = item;
  return isGlob && typeof value === 'object' ? { ...item, value: { ...value, isNoOption: true } } : item;
}

/** Programs that open nothing that their arguments name. What runs others is left to the command that it runs. */
const OPENS_NOTHING = new Set(
  'echo printf test [ set export declare typeset local readonly rm rmdir mkdir touch chmod chown chgrp find ls kill xargs parallel'.split(
    ' ',
  ),
);

/** Whatever program it is, the files that a pattern of the shell matches may be what it reads. */
function matchedFiles(items: readonly Item[], standpoint: Standpoint): readonly FileEffect[] {
  const name = textOf(items[0]);
  if (name === undefined || OPENS_NOTHING.has(name) || runnerRows.has(name)) return [];
  return items
    .slice(1)
    .filter(({ isGlob }) => isGlob)
    .flatMap((item) => pathEffects('read', item, false, standpoint))
    .filter(({ path }) => path !== undefined);
}

/**
 * Whatever `rm` may be told to remove, where its arguments don't tell all: a reason to ask must not be lost. A command
 * whose name is not known may be `rm` too: then only what no one may remove unasked counts.
 */
function uncertainRemovals(items: readonly Item[], standpoint: Standpoint): readonly FileEffect[] {
  const name = textOf(items[0]);
  if (name !== undefined && !/^(?:.*\/)?(?:rm|rmdir)$/u.test(name)) return [];
  // `rm "$1"` and `xargs rm` may be given an option too, but are there for single files.
  const isRecursive = items.some((item) => /^(?:-\w*[rR]|--r)/u.test(textOf(item) ?? ''));
  return items
    .slice(1)
    .filter((item) => {
      const text = textOf(item);
      if (name !== undefined) return text?.startsWith('-') !== true;
      return item.written.startsWith('~') || (text !== undefined && /^[./]+$/u.test(text));
    })
    .flatMap((item) => {
      const isTree = isRecursive || textOf(item) !== undefined || item.isGlob;
      return pathEffects('remove', item, isTree, standpoint);
    });
}

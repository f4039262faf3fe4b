import { addedItem, textOf, type Item } from '../item/item.ts';
import type { Standpoint } from './path-effects.ts';

/** More are not told one by one. */
const MAX_NAMES = 100;

/** What they write is called as their sources are. */
const COPIES = new Set(['cp', 'mv']);

/**
 * The same words with the names that patterns match now in place of them, where these are sources of a copy into a place that is known:
 * then all that it writes is. Names that are symbolic links, or no plain ones, are left to the pattern.
 */
export function withNamedSources(items: readonly Item[], standpoint: Standpoint): readonly Item[] {
  const target = items.at(-1);
  if (!COPIES.has(textOf(items[0]) ?? '') || textOf(target) === undefined) return items;
  const words = items.flatMap((item): readonly (Item | undefined)[] => {
    if (textOf(item) !== undefined) return [item];
    return namesOf(item, standpoint) ?? [undefined];
  });
  const known = words.filter((one) => one !== undefined);
  return known.length < words.length || known.length > items.length + MAX_NAMES ? items : known;
}

function namesOf({ isGlob, globs, written }: Item, standpoint: Standpoint): readonly Item[] | undefined {
  if (!isGlob || globs.length === 0 || standpoint.directory === undefined) return undefined;
  const start = standpoint.directory === '/' ? '/' : `${standpoint.directory}/`;
  const names: string[] = [];
  for (const pieces of globs) {
    const found = standpoint.expand(pieces)?.matches;
    if (found === undefined) return undefined;
    for (const { path, link } of found) {
      if (link !== 'no' || !path.startsWith(start)) return undefined;
      const name = path.slice(start.length);
      if (!/^[\p{L}\p{N}_.]/u.test(name)) return undefined;
      names.push(name);
    }
  }
  return names.map((name) => ({ ...addedItem(name), written }));
}

import { addedItem, textOf, type Item } from '../item/item.ts';
import type { Standpoint } from './path-effects.ts';

/** Names that a list may hold. */
const ANY = [[{ text: '-*', isPattern: true }]] as const;

/**
 * The same words with files that are called as options are, as far as a pattern, or a list of names, would make them words of this
 * command: with a file `-R`, `grep -rn x *` is `grep -rn x -R`.
 * @param isFromList the word takes its names from a list
 */
export function withOptionWords(
  items: readonly Item[],
  standpoint: Standpoint,
  isFromList: (item: Item) => boolean,
): readonly Item[] {
  const end = items.findIndex((item) => textOf(item) === '--');
  return items.flatMap((item, index) => {
    if (index === 0 || (end !== -1 && index > end) || !mayBegin(item)) return [item];
    const patterns = item.isGlob ? item.globs : isFromList(item) ? ANY : [];
    const words = patterns.flatMap((pieces) => standpoint.optionWords(pieces));
    return [...words.map((word) => ({ ...addedItem(word), written: item.written })), item];
  });
}

/** Nothing is known of how it begins. */
function mayBegin({ value }: Item): boolean {
  return typeof value !== 'string' && (value === undefined || value.prefix === '');
}

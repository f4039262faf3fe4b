import { addedItem, textOf, type Item } from '../item/item.ts';
import type { ListedWords } from '../analysis.ts';
import { isSubstituted, type NameLists } from './list-words.ts';

/**
 * The same words with what a list names in place of the one word that stands for it: `wc -l $(git ls-files)`, `find . -print0 | xargs -0 wc`.
 * Undefined: none does, or what the list holds isn't known.
 * @param line whether its words end at blanks, as far as the line tells
 */
export function withListedWords(
  items: readonly Item[],
  { input, evaluated }: NameLists,
  splitsAtBlanks: boolean,
): readonly Item[] | undefined {
  const open = items.filter((item) => textOf(item) === undefined);
  const [only, ...others] = open;
  if (only === undefined || others.length > 0 || !splitsAtBlanks) return undefined;
  const { written } = only;
  const isPrinted = isSubstituted(written) && !written.startsWith('"');
  // Such a word is what xargs adds.
  const list = isPrinted ? evaluated : written === '' ? input : undefined;
  const areWords = isPrinted ? (list?.ends === 'line' ? 'expanded' : undefined) : list?.areWords;
  if (list?.listed === undefined || areWords === undefined) return undefined;
  const listed = list.listed.map((item) => asWord(item, areWords, only));
  if (!listed.every((item) => item !== undefined)) return undefined;
  return items.flatMap((item) => (item === only ? listed : [item]));
}

function asWord(item: Item, areWords: ListedWords, { written, end }: Item): Item | undefined {
  const { value, search, isGlob } = item;
  if (!isGlob || typeof value !== 'object' || search === undefined || search.followsLinks) return undefined;
  // What git prints has no place before it.
  const word = search.isTracked === true ? { ...value, prefix: '', isNoOption: true } : value;
  if (word.prefix.startsWith('-')) return undefined;
  return {
    ...addedItem(word),
    isGlob: true,
    levels: item.levels,
    search: { ...search, areWords },
    written,
    end,
  };
}

import { parseLoosely } from '../../tables/parse-loosely.ts';
import { row } from '../../tables/row.ts';
import { diffOptions } from '../../tables/read-only/git/options.ts';
import { textOf, type Item } from '../item/item.ts';

const DIFF = row({ name: 'diff', options: diffOptions, syntax: 'exact' });

/** No reference can have such a name. */
const PATH = /^(?:\.{1,2})?\//u;

/** One revision, or two of a range. An object in one (`HEAD:src`) and a peeled one (`v1^{tree}`) are none. */
const RANGE = /^\^?(?<from>[^.]\S*?)??(?:\.{2,3}(?<to>[^.]\S*)?)?$/u;

const NAME = String.raw`[\w@][\w./@{}+=,-]*`;

/** No tree has a parent, and HEAD is always a commit. */
const COMMIT = new RegExp(String.raw`^(?:HEAD|@|${NAME}(?:(?:[~^]\d*)+|\^@|\^-\d*))$`, 'u');

const ANY_OBJECT = new RegExp(`^${NAME}$`, 'u');

/**
 * Offsets at which `^{commit}` goes, so that no name among the operands of `git diff` stands for a tree: a tree other than that of a
 * commit has names that no pathspec limits. Undefined: a word may name something else, or nothing can be inserted in it.
 * @param items from `diff` on
 * @param isPath the word is taken for a path
 */
export function commitPins(
  items: readonly Item[],
  source: string,
  isPath: (word: string) => boolean,
): readonly number[] | undefined {
  const words = items.map(({ value }) => value);
  const pins: number[] = [];
  for (const { index, isAfterSeparator } of parseLoosely(DIFF, words, 1).positionals) {
    const item = items[index];
    const word = textOf(item);
    if (isAfterSeparator) break;
    if (item === undefined || word === undefined) return undefined;
    if (PATH.test(word) || isPath(word)) continue;
    const found = pinsIn(word);
    if (found === undefined) return undefined;
    if (found.length === 0) continue;
    const { end, written } = item;
    const start = (end ?? 0) - word.length;
    if (end === undefined || written !== word || source.slice(start, end) !== word) return undefined;
    pins.push(...found.map((at) => start + at));
  }
  return pins;
}

/** Offsets in the word behind names that may be those of a tree. */
function pinsIn(word: string): readonly number[] | undefined {
  const { from = '', to = '' } = RANGE.exec(word)?.groups ?? {};
  if (from === '' && to === '') return undefined;
  const sides = [
    { name: from, at: word.startsWith('^') ? from.length + 1 : from.length },
    { name: to, at: word.length },
  ].filter(({ name }) => name !== '' && !COMMIT.test(name));
  return sides.every(({ name }) => ANY_OBJECT.test(name)) ? sides.map(({ at }) => at) : undefined;
}

import { runsOf, wordsOfRun } from './words-of.ts';

/** The words of all texts of an index, numbered. Only grows. */
export interface Vocabulary {
  readonly size: number;
  /** The numbers of each word of the text, in order. */
  read(text: string): readonly number[];
  /** The number of two words written as one, which is added if new. */
  pair(first: number, second: number): number;
  /** Undefined if no text has the word. */
  find(word: string): number | undefined;
  /** Words that start with this, in alphabetical order. */
  beginningWith(prefix: string, limit: number): readonly number[];
  /** Words with the same first letter that `isLike` accepts, in alphabetical order. */
  like(word: string, isLike: (one: string, other: string) => boolean, limit: number): readonly number[];
}

/** More than a vocabulary ever has: two numbers below it make one exact number. */
const MAX_WORDS = 2 ** 26;

export function createVocabulary(): Vocabulary {
  const ids = new Map<string, number>();
  const words: string[] = [];
  /** Texts repeat themselves: most pieces are looked up here. */
  const runs = new Map<string, readonly number[]>();
  /** By the numbers of both words: names repeat their pairs. */
  const pairs = new Map<number, number>();
  let sorted: readonly string[] = [];

  const intern = (word: string): number => {
    const known = ids.get(word);
    if (known !== undefined) return known;
    ids.set(word, words.length);
    words.push(word);
    return words.length - 1;
  };
  const readRun = (run: string): readonly number[] => {
    const known = runs.get(run);
    if (known !== undefined) return known;
    const read = wordsOfRun(run).map(intern);
    runs.set(run, read);
    return read;
  };

  const matching = (prefix: string, accepts: (word: string) => boolean, limit: number): readonly number[] => {
    if (sorted.length !== words.length) sorted = words.toSorted();
    const found: number[] = [];
    for (let at = firstNotBefore(sorted, prefix); at < sorted.length && found.length < limit; at += 1) {
      const word = sorted[at] ?? '';
      if (!word.startsWith(prefix)) break;
      if (accepts(word)) found.push(intern(word));
    }
    return found;
  };

  return {
    get size() {
      return words.length;
    },
    read(text) {
      const found: number[] = [];
      for (const run of runsOf(text)) {
        const ids = readRun(run);
        for (let at = 0; at < ids.length; at += 1) found.push(ids[at] ?? 0);
      }
      return found;
    },
    pair(first, second) {
      const key = first * MAX_WORDS + second;
      const known = pairs.get(key);
      if (known !== undefined) return known;
      const added = intern(`${words[first] ?? ''}${words[second] ?? ''}`);
      pairs.set(key, added);
      return added;
    },
    find: (word) => ids.get(word),
    beginningWith: (prefix, limit) => matching(prefix, () => true, limit),
    like: (word, isLike, limit) => matching(word.slice(0, 1), (other) => isLike(word, other), limit),
  };
}

function firstNotBefore(sorted: readonly string[], word: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

import { runsOf, wordsOfRun } from './words-of.ts';

/** The words of all texts of an index, numbered. Only grows. */
export interface Vocabulary {
  readonly size: number;
  /** The numbers of each word of the text, in order. */
  read(text: string): readonly number[];
  /** The number of one word, which is added if new. */
  intern(word: string): number;
  /** Undefined if no text has the word. */
  find(word: string): number | undefined;
  word(id: number): string;
  /** Words that start with this, in alphabetical order. */
  beginningWith(prefix: string, limit: number): readonly number[];
}

export function createVocabulary(): Vocabulary {
  const ids = new Map<string, number>();
  const words: string[] = [];
  /** Texts repeat themselves: most pieces are looked up here. */
  const runs = new Map<string, readonly number[]>();
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

  return {
    get size() {
      return words.length;
    },
    read(text) {
      const found: number[] = [];
      for (const run of runsOf(text)) for (const id of readRun(run)) found.push(id);
      return found;
    },
    intern,
    find: (word) => ids.get(word),
    word: (id) => words[id] ?? '',
    beginningWith(prefix, limit) {
      if (sorted.length !== words.length) sorted = words.toSorted();
      const found: number[] = [];
      for (let at = firstNotBefore(sorted, prefix); at < sorted.length && found.length < limit; at += 1) {
        const word = sorted[at] ?? '';
        if (!word.startsWith(prefix)) break;
        found.push(intern(word));
      }
      return found;
    },
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

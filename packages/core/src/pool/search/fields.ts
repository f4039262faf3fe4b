import { ownName } from './own-name.ts';
import type { ToolEntry } from './tool-entry.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What words of each field weigh: name, hint, server, description, parameters. */
export const WEIGHTS = [4, 3, 1.5, 1, 0.25] as const;
export const FIELDS = WEIGHTS.length;
export const NAME = 0;
export const SERVER = 2;

/** Counts of a word in all fields stand in one number; more than this in one field is as good as this. */
const BITS = 6;
const MAX_COUNT = 2 ** BITS - 1;

/** A tool as its words: `words[i]` occurs as often as `counts[i]` tells. */
export interface ToolDocument {
  readonly entry: ToolEntry;
  readonly words: readonly number[];
  readonly counts: readonly number[];
  /** By field: how many words it has. */
  readonly lengths: readonly number[];
  /** How many different words the name has. */
  readonly nameWords: number;
}

/** Reads tools, one after the other. */
export function createToolReader(vocabulary: Vocabulary): (entry: ToolEntry) => ToolDocument {
  /** By word, of the tool that is being read; 0 between two tools. */
  let current = new Uint32Array(1024);
  let words: number[] = [];

  const count = (word: number, field: number): void => {
    if (word >= current.length) {
      const grown = new Uint32Array(Math.max(current.length * 2, word + 1));
      grown.set(current);
      current = grown;
    }
    const before = current[word] ?? 0;
    if (before === 0) words.push(word);
    if (countIn(before, field) < MAX_COUNT) current[word] = before + 2 ** (field * BITS);
  };

  return (entry) => {
    const { name, searchHint = '', server = '', description, parameters } = entry;
    words = [];
    const lengths = [ownName(name), searchHint, server, description, parameters.join(' ')].map(
      (text, field) => {
        const inField = vocabulary.read(text);
        for (const word of inField) count(word, field);
        return inField.length;
      },
    );
    const nameWords = words.filter((word) => countIn(current[word] ?? 0, NAME) > 0);
    for (const pair of joinedPairs(vocabulary.read(ownName(name)).map(vocabulary.word))) {
      count(vocabulary.intern(pair), NAME);
    }
    const counts = words.map((word) => current[word] ?? 0);
    for (const word of words) current[word] = 0;
    return { entry, words, counts, lengths, nameWords: nameWords.length };
  };
}

/** `web search` may be written `websearch`, in a name or in a query. */
export function joinedPairs(words: readonly string[]): readonly string[] {
  return words.slice(1).map((word, at) => `${words[at] ?? ''}${word}`);
}

/** How often a word is in a field. */
export function countIn(counts: number, field: number): number {
  return (counts >>> (field * BITS)) & MAX_COUNT;
}

import { ownName } from './own-name.ts';
import type { ToolEntry } from './tool-entry.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The weight of words in each field: name, hint, server, description, parameters. */
export const WEIGHTS = [4, 3, 1.5, 1, 0.25] as const;
export const FIELDS = WEIGHTS.length;
export const NAME = 0;
export const SERVER = 2;
/** Not a word. */
export const TEXT_END = -1;

/** A word's counts in all fields are packed into one number; counts in one field are capped at this. */
const BITS = 6;
const MAX_COUNT = 2 ** BITS - 1;

/** A tool as its words: `words[i]` occurs `counts[i]` times. */
export interface ToolDocument {
  readonly entry: ToolEntry;
  readonly words: readonly number[];
  readonly counts: readonly number[];
  /** By field: its number of words. */
  readonly lengths: readonly number[];
  /** Number of different words in the name. */
  readonly nameWords: number;
  /** The words of name, hint and description as they follow each other; -1 where a text ends. */
  readonly order: readonly number[];
}

/** Reads tools one after another. */
export function createToolReader(vocabulary: Vocabulary): (entry: ToolEntry) => ToolDocument {
  /** By word, for the tool being read; 0 between two tools. */
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

  const readField = (text: string, field: number, order?: number[]): number => {
    const inField = vocabulary.read(text);
    order?.push(TEXT_END);
    for (let at = 0; at < inField.length; at += 1) {
      const word = inField[at] ?? 0;
      count(word, field);
      order?.push(word);
    }
    return inField.length;
  };

  return (entry) => {
    const { name, searchHint = '', server = '', description, parameters } = entry;
    words = [];
    const inName = vocabulary.read(ownName(name));
    for (const word of inName) count(word, NAME);
    // Nothing else has been read yet: all words so far are the name's.
    const nameWords = words.length;
    const order = [...inName];
    const lengths = [
      inName.length,
      readField(searchHint, 1, order),
      readField(server, SERVER),
      readField(description, 3, order),
      parameters.reduce((sum, parameter) => sum + readField(parameter, 4), 0),
    ];
    for (let at = 1; at < inName.length; at += 1)
      count(vocabulary.pair(inName[at - 1] ?? 0, inName[at] ?? 0), NAME);
    const counts = Array<number>(words.length);
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? 0;
      counts[at] = current[word] ?? 0;
      current[word] = 0;
    }
    return { entry, words, counts, lengths, nameWords, order };
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

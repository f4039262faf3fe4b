import { countIn, FIELDS, NAME, WEIGHTS, type ToolDocument } from './fields.ts';

const K1 = 1.2;
const B = 0.5;

/** Where each word occurs, and its score there. Rebuilt when tools join or leave. */
export interface Postings {
  /** Index in `places` of a word's first document; the next word's start is its end. */
  readonly starts: Uint32Array;
  readonly places: Uint32Array;
  /** 1 if the word is in the name. */
  readonly isInName: Uint8Array;
  /** The scores of a word, at the same indices as in `places`; computed on first use. */
  scores(word: number): Float64Array;
  /** How few documents have the word: above 0. */
  rarity(word: number): number;
}

export function createPostings(documents: readonly ToolDocument[], words: number): Postings {
  const starts = new Uint32Array(words + 1);
  for (const document of documents) {
    for (const word of document.words) starts[word + 1] = (starts[word + 1] ?? 0) + 1;
  }
  for (let word = 0; word < words; word += 1)
    starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
  const total = starts[words] ?? 0;
  const places = new Uint32Array(total);
  const counts = new Uint32Array(total);
  const isInName = new Uint8Array(total);
  const next = starts.slice();
  for (const [place, document] of documents.entries()) {
    for (let index = 0; index < document.words.length; index += 1) {
      const word = document.words[index] ?? 0;
      const at = next[word] ?? 0;
      next[word] = at + 1;
      const count = document.counts[index] ?? 0;
      places[at] = place;
      counts[at] = count;
      isInName[at] = countIn(count, NAME) > 0 ? 1 : 0;
    }
  }
  const averages = averageLengths(documents);
  const scores = new Float64Array(total);
  const isScored = new Uint8Array(words);

  function rarity(word: number): number {
    const count = (starts[word + 1] ?? 0) - (starts[word] ?? 0);
    return Math.log(1 + (documents.length - count + 0.5) / (count + 0.5));
  }

  /** BM25 over fields: the counts of a word are weighted by field before they saturate together. */
  function score(word: number): void {
    const from = starts[word] ?? 0;
    const to = starts[word + 1] ?? 0;
    const rare = rarity(word);
    for (let at = from; at < to; at += 1) {
      const lengths = documents[places[at] ?? 0]?.lengths;
      const count = counts[at] ?? 0;
      let weighted = 0;
      for (let field = 0; field < FIELDS; field += 1) {
        const inField = countIn(count, field);
        if (inField === 0) continue;
        const length = (lengths?.[field] ?? 0) / Math.max(1, averages[field] ?? 0);
        weighted += ((WEIGHTS[field] ?? 0) * inField) / (1 - B + B * length);
      }
      scores[at] = (rare * weighted) / (K1 + weighted);
    }
    isScored[word] = 1;
  }

  return {
    starts,
    places,
    isInName,
    rarity,
    scores(word) {
      if (isScored[word] === 0) score(word);
      return scores;
    },
  };
}

function averageLengths(documents: readonly ToolDocument[]): readonly number[] {
  const totals = Array<number>(FIELDS).fill(0);
  for (const { lengths } of documents) {
    for (const [field, length] of lengths.entries()) totals[field] = (totals[field] ?? 0) + length;
  }
  return totals.map((total) => total / Math.max(1, documents.length));
}

import { createBestPlaces } from './best-places.ts';
import { closeness, type WordPair } from './closeness.ts';
import { countIn, createToolReader, joinedPairs, NAME, SERVER, type ToolDocument } from './fields.ts';
import { doerForms, isOneTypoAway } from './near-words.ts';
import { createPostings, type Postings } from './postings.ts';
import { addServerMeans, groupByServer, type Servers } from './servers.ts';
import { SYNONYMS } from './synonyms.ts';
import type { ToolEntry } from './tool-entry.ts';
import { createVocabulary } from './vocabulary.ts';
import { wordsOf } from './words-of.ts';

/** Finds tools by words. Pure: the same entries, in the same order of sources, give the same results. */
export interface ToolIndex {
  readonly size: number;
  /** Replaces the tools of a source. An entry that is the same object as before is not read again. */
  update(source: string, entries: readonly ToolEntry[]): void;
  /** The best tools for a query, best first. `+word` must be in the name or the server's. Of two equal ones, the one added first. */
  search(query: string, limit: number): readonly ToolEntry[];
}

const SYNONYM_SHARE = 0.3;
/** Weight of a substitute for a word that no tool has. */
const UNKNOWN_SHARE = 0.5;
/** Of `merger` for `merge`. */
const DOER_SHARE = 0.5;
const MIN_PREFIX = 4;
/** A shorter word may be another one. */
const MIN_TYPO = 5;
const MAX_EXPANSIONS = 16;
/** Among so many tools with the best words, those win that have them beside each other, as the query does. */
const MIN_CANDIDATES = 50;

/** The weight of a query word. */
interface Wanted {
  readonly share: number;
  /** It is the query's own word, not a synonym. */
  readonly covers: boolean;
}

/** The tools in the order of their sources. */
interface Built {
  readonly documents: readonly ToolDocument[];
  readonly postings: Postings;
  readonly servers: Servers;
}

export function createToolIndex(): ToolIndex {
  return new Index();
}

class Index implements ToolIndex {
  readonly #vocabulary = createVocabulary();
  readonly #read = createToolReader(this.#vocabulary);
  readonly #sources = new Map<string, readonly ToolDocument[]>();
  /** Undefined: tools have joined or left since the last search. */
  #built: Built | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  update(source: string, entries: readonly ToolEntry[]): void {
    const before = this.#sources.get(source) ?? [];
    const known = new Map(before.map((document) => [document.entry, document]));
    const documents = entries.map((entry) => known.get(entry) ?? this.#read(entry));
    if (documents.length === before.length && documents.every((one, at) => one === before[at])) return;
    if (documents.length === 0) this.#sources.delete(source);
    else this.#sources.set(source, documents);
    this.#size += documents.length - before.length;
    this.#built = undefined;
  }

  search(query: string, limit: number): readonly ToolEntry[] {
    const { documents, postings, servers } = (this.#built ??= this.#build());
    const scores = new Float64Array(documents.length);
    const places = this.#score(query, documents, postings, scores);
    addServerMeans(scores, places, servers);
    const required = this.#required(query, postings);
    const best = createBestPlaces(Math.max(MIN_CANDIDATES, limit));
    for (const place of places) {
      const score = scores[place] ?? 0;
      const document = documents[place];
      if (document === undefined || !best.takes(score, place)) continue;
      if (required.every((words) => isNamed(document, words))) best.add(score, place);
    }
    const pairs = this.#pairs(query, postings);
    const ranked = createBestPlaces(limit);
    for (const { score, place } of best.all())
      ranked.add(score * (1 + closeness(documents[place]?.order ?? [], pairs)), place);
    return ranked.all().flatMap(({ place }) => documents[place]?.entry ?? []);
  }

  /** Writes the scores by words: more if the query covers the name. Returns the places that have one. */
  #score(
    query: string,
    documents: readonly ToolDocument[],
    postings: Postings,
    scores: Float64Array,
  ): readonly number[] {
    const { starts, places, isInName } = postings;
    const covered = new Uint16Array(documents.length);
    const touched: number[] = [];
    for (const [word, { share, covers }] of this.#wanted(query, postings)) {
      const own = postings.scores(word);
      for (let at = starts[word] ?? 0; at < (starts[word + 1] ?? 0); at += 1) {
        const place = places[at] ?? 0;
        const before = scores[place] ?? 0;
        if (before === 0) touched.push(place);
        scores[place] = before + (own[at] ?? 0) * share;
        if (covers && isInName[at] === 1) covered[place] = (covered[place] ?? 0) + 1;
      }
    }
    for (const place of touched) {
      const share = Math.min(1, (covered[place] ?? 0) / Math.max(1, documents[place]?.nameWords ?? 0));
      scores[place] = (scores[place] ?? 0) * (1 + share);
    }
    return touched;
  }

  /** The words that follow each other in the query. Rare ones count more: `of the` says little. */
  #pairs(query: string, postings: Postings): readonly WordPair[] {
    const words = wordsOf(query).map((word) => this.#vocabulary.find(word));
    const pairs: { readonly first: number; readonly second: number; readonly weight: number }[] = [];
    for (let at = 1; at < words.length; at += 1) {
      const [first, second] = [words[at - 1], words[at]];
      if (first === undefined || second === undefined || first === second) continue;
      if (!occurs(postings, first) || !occurs(postings, second)) continue;
      pairs.push({ first, second, weight: postings.rarity(first) + postings.rarity(second) });
    }
    const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
    return pairs.map(({ first, second, weight }) => ({ first, second, share: weight / total }));
  }

  #build(): Built {
    const documents = [...this.#sources.values()].flat();
    const postings = createPostings(documents, this.#vocabulary.size);
    return { documents, postings, servers: groupByServer(documents) };
  }

  #wanted(query: string, postings: Postings): ReadonlyMap<number, Wanted> {
    const wanted = new Map<number, Wanted>();
    const want = (word: number | undefined, share: number, covers: boolean): void => {
      if (word === undefined || !occurs(postings, word) || (wanted.get(word)?.share ?? 0) >= share) return;
      wanted.set(word, { share, covers });
    };
    const words = wordsOf(query);
    for (const word of words) {
      const own = this.#vocabulary.find(word);
      if (own !== undefined && occurs(postings, own)) want(own, 1, true);
      else for (const other of this.#instead(word)) want(other, UNKNOWN_SHARE, true);
    }
    for (const pair of joinedPairs(words)) want(this.#vocabulary.find(pair), 1, true);
    for (const word of words) {
      const own = this.#vocabulary.find(word);
      // If no tool has the word, its synonyms are the only clue.
      const isUnknown = own === undefined || !occurs(postings, own);
      for (const other of SYNONYMS.get(word) ?? []) {
        want(this.#vocabulary.find(other), isUnknown ? UNKNOWN_SHARE : SYNONYM_SHARE, isUnknown);
      }
      for (const other of doerForms(word)) want(this.#vocabulary.find(other), DOER_SHARE, true);
    }
    return wanted;
  }

  /** For each `+word`, the words one of which must be in the name. */
  #required(query: string, postings: Postings): readonly ReadonlySet<number>[] {
    return query
      .split(/\s+/u)
      .filter((piece) => piece.startsWith('+'))
      .flatMap((piece) => wordsOf(piece))
      .map((word) => {
        const own = this.#vocabulary.find(word);
        return new Set(own !== undefined && occurs(postings, own) ? [own] : this.#longer(word));
      });
  }

  /** Words that may be meant by one that no tool has. */
  #instead(word: string): readonly number[] {
    const longer = this.#longer(word);
    if (longer.length > 0 || word.length < MIN_TYPO) return longer;
    return this.#vocabulary.like(word, isOneTypoAway, MAX_EXPANSIONS);
  }

  /** Words that start with one that no tool has. */
  #longer(word: string): readonly number[] {
    return word.length < MIN_PREFIX ? [] : this.#vocabulary.beginningWith(word, MAX_EXPANSIONS);
  }
}

/** Words of tools that have left stay in the vocabulary. */
function occurs({ starts }: Postings, word: number): boolean {
  return (starts[word + 1] ?? 0) > (starts[word] ?? 0);
}

function isNamed({ words, counts }: ToolDocument, wanted: ReadonlySet<number>): boolean {
  return words.some((word, at) => {
    const count = counts[at] ?? 0;
    return wanted.has(word) && (countIn(count, NAME) > 0 || countIn(count, SERVER) > 0);
  });
}

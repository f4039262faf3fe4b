import { ownName } from './own-name.ts';
import { SYNONYMS } from './synonyms.ts';
import type { ToolEntry } from './tool-entry.ts';
import { wordsOf } from './words-of.ts';

/** Finds tools by words. Pure: the same entries, in the same order of sources, give the same answers. */
export interface ToolIndex {
  readonly size: number;
  /** Replaces the tools of a source. An entry that is the same object as before is not read again. */
  update(source: string, entries: readonly ToolEntry[]): void;
  /**
   * The best tools for a query, best first. `+word` must be in the name. Of two that fit as well, the one that was added first.
   * @param accepts a tool that it refuses is passed over
   */
  search(query: string, limit: number, accepts?: (entry: ToolEntry) => boolean): readonly ToolEntry[];
}

const K1 = 1.2;
const B = 0.5;
/** Of the fields, in the order in which `fieldsOf` gives them: name, hint, server, description, parameters. */
const WEIGHTS = [4, 3, 1.5, 1, 0.25] as const;
const FIELDS = WEIGHTS.length;
const SYNONYM_SHARE = 0.3;
const PREFIX_SHARE = 0.5;
const MIN_PREFIX = 4;
const MAX_EXPANSIONS = 16;

interface Document {
  readonly entry: ToolEntry;
  /** By field: how many words it has. */
  readonly lengths: Float64Array;
  /** Words of the name, to tell how much of it a query covers. */
  readonly nameWords: number;
  readonly words: ReadonlyMap<string, Float64Array>;
}

/** Where a word occurs. `scores` are made when it is first looked for after a change. */
interface Postings {
  readonly documents: number[];
  readonly counts: Float64Array[];
  readonly isInName: boolean[];
  madeAt: number;
  scores: Float64Array;
}

interface QueryWord {
  readonly postings: Postings;
  readonly share: number;
  /** The query's own word, rather than a synonym of it. */
  readonly covers: boolean;
}

export function createToolIndex(): ToolIndex {
  return new Index();
}

class Index implements ToolIndex {
  readonly #sources = new Map<string, readonly Document[]>();
  #version = 0;
  /** All documents, in the order of their sources; made when they are first looked for after a change. */
  #documents: readonly Document[] = [];
  #postings = new Map<string, Postings>();
  #averages = new Float64Array(FIELDS);
  #sortedWords: readonly string[] | undefined;
  #isSealed = true;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  update(source: string, entries: readonly ToolEntry[]): void {
    const before = this.#sources.get(source) ?? [];
    const known = new Map(before.map((document) => [document.entry, document]));
    const documents = entries.map((entry) => known.get(entry) ?? documentOf(entry));
    if (documents.length === before.length && documents.every((one, at) => one === before[at])) return;
    if (documents.length === 0) this.#sources.delete(source);
    else this.#sources.set(source, documents);
    this.#size += documents.length - before.length;
    this.#isSealed = false;
  }

  search(
    query: string,
    limit: number,
    accepts: (entry: ToolEntry) => boolean = () => true,
  ): readonly ToolEntry[] {
    if (!this.#isSealed) this.#seal();
    const { wanted, required } = this.#parse(query);
    const scores = new Float64Array(this.#documents.length);
    const covered = new Float64Array(this.#documents.length);
    const touched: number[] = [];
    for (const { postings, share, covers } of wanted) {
      const { documents, isInName } = postings;
      const own = this.#scoresOf(postings);
      for (let at = 0; at < documents.length; at += 1) {
        const document = documents[at] ?? 0;
        if (scores[document] === 0) touched.push(document);
        scores[document] = (scores[document] ?? 0) + (own[at] ?? 0) * share;
        if (covers && isInName[at] === true) covered[document] = (covered[document] ?? 0) + 1;
      }
    }
    const best = createBest(limit);
    for (const at of touched) {
      const document = this.#documents[at];
      if (document === undefined) continue;
      const share = Math.min(1, (covered[at] ?? 0) / Math.max(1, document.nameWords));
      const score = (scores[at] ?? 0) * (1 + share);
      if (!best.takes(score, at)) continue;
      if (required.every((words) => words.some((word) => isNamed(document, word))) && accepts(document.entry))
        best.add(score, at);
    }
    return best.places().flatMap((at) => this.#documents[at]?.entry ?? []);
  }

  #seal(): void {
    this.#documents = [...this.#sources.values()].flat();
    this.#postings = new Map();
    this.#sortedWords = undefined;
    const totals = new Float64Array(FIELDS);
    for (const [at, { words, lengths }] of this.#documents.entries()) {
      for (let field = 0; field < FIELDS; field += 1)
        totals[field] = (totals[field] ?? 0) + (lengths[field] ?? 0);
      for (const [word, counts] of words) {
        let postings = this.#postings.get(word);
        if (postings === undefined) {
          postings = { documents: [], counts: [], isInName: [], madeAt: -1, scores: new Float64Array(0) };
          this.#postings.set(word, postings);
        }
        postings.documents.push(at);
        postings.counts.push(counts);
        postings.isInName.push((counts[0] ?? 0) > 0);
      }
    }
    this.#averages = totals.map((total) => total / Math.max(1, this.#documents.length));
    this.#version += 1;
    this.#isSealed = true;
  }

  /** BM25 over fields: the counts of a word are weighted by field before they saturate together. */
  #scoresOf(postings: Postings): Float64Array {
    if (postings.madeAt === this.#version) return postings.scores;
    const { documents, counts } = postings;
    const total = this.#documents.length;
    const rarity = Math.log(1 + (total - documents.length + 0.5) / (documents.length + 0.5));
    const scores = new Float64Array(documents.length);
    for (let at = 0; at < documents.length; at += 1) {
      const lengths = this.#documents[documents[at] ?? 0]?.lengths;
      let weighted = 0;
      for (let field = 0; field < FIELDS; field += 1) {
        const count = counts[at]?.[field] ?? 0;
        if (count === 0) continue;
        const long = (lengths?.[field] ?? 0) / Math.max(1, this.#averages[field] ?? 0);
        weighted += ((WEIGHTS[field] ?? 0) * count) / (1 - B + B * long);
      }
      scores[at] = (rarity * weighted) / (K1 + weighted);
    }
    postings.scores = scores;
    postings.madeAt = this.#version;
    return scores;
  }

  #parse(query: string): {
    readonly wanted: readonly QueryWord[];
    readonly required: readonly (readonly string[])[];
  } {
    const pieces = query.split(/\s+/u).filter((piece) => piece !== '');
    const required = pieces
      .filter((piece) => piece.startsWith('+') && piece.length > 1)
      .flatMap((piece) => wordsOf(piece).map((word) => this.#known(word)));
    const words = wordsOf(query);
    const wanted = new Map<string, QueryWord>();
    const want = (word: string, share: number, covers: boolean): void => {
      const postings = this.#postings.get(word);
      const before = wanted.get(word);
      if (postings === undefined || (before !== undefined && before.share >= share)) return;
      wanted.set(word, { postings, share, covers });
    };
    for (const word of words) {
      const known = this.#known(word);
      const isOwn = known[0] === word;
      for (const one of known) want(one, isOwn ? 1 : PREFIX_SHARE, true);
    }
    for (const pair of joinedPairs(words)) want(pair, 1, true);
    for (const word of words) for (const other of SYNONYMS.get(word) ?? []) want(other, SYNONYM_SHARE, false);
    return { wanted: [...wanted.values()], required };
  }

  /** The word; where no tool has it, those that begin with it. */
  #known(word: string): readonly string[] {
    if (this.#postings.has(word) || word.length < MIN_PREFIX) return [word];
    this.#sortedWords ??= [...this.#postings.keys()].toSorted();
    const sorted = this.#sortedWords;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? '') < word) low = middle + 1;
      else high = middle;
    }
    const found: string[] = [];
    for (let at = low; at < sorted.length && found.length < MAX_EXPANSIONS; at += 1) {
      const candidate = sorted[at] ?? '';
      if (!candidate.startsWith(word)) break;
      found.push(candidate);
    }
    return found.length === 0 ? [word] : found;
  }
}

function documentOf(entry: ToolEntry): Document {
  const lengths = new Float64Array(FIELDS);
  const words = new Map<string, Float64Array>();
  let nameWords = 0;
  for (const [field, ofField] of fieldsOf(entry).entries()) {
    const all = field === 0 ? [...ofField, ...joinedPairs(ofField)] : ofField;
    lengths[field] = ofField.length;
    if (field === 0) nameWords = new Set(ofField).size;
    for (const word of all) {
      const counts = words.get(word) ?? new Float64Array(FIELDS);
      counts[field] = (counts[field] ?? 0) + 1;
      words.set(word, counts);
    }
  }
  return { entry, lengths, nameWords, words };
}

function fieldsOf({ name, searchHint = '', server = '', description, parameters }: ToolEntry) {
  return [
    wordsOf(ownName(name)),
    wordsOf(searchHint),
    wordsOf(server),
    wordsOf(description),
    parameters.flatMap(wordsOf),
  ];
}

/** `web search` may be written `websearch`, in a name or in a query. */
function joinedPairs(words: readonly string[]): readonly string[] {
  return words.slice(1).map((word, at) => `${words[at] ?? ''}${word}`);
}

function isNamed({ words }: Document, word: string): boolean {
  const counts = words.get(word);
  return counts !== undefined && ((counts[0] ?? 0) > 0 || (counts[2] ?? 0) > 0);
}

interface Best {
  takes(score: number, place: number): boolean;
  add(score: number, place: number): void;
  places(): readonly number[];
}

/** The highest scores; of equal ones, the lower place. */
function createBest(limit: number): Best {
  const kept: { readonly score: number; readonly place: number }[] = [];
  const isBetter = (
    score: number,
    place: number,
    other: { readonly score: number; readonly place: number },
  ) => score > other.score || (score === other.score && place < other.place);
  return {
    takes(score, place) {
      const last = kept[limit - 1];
      return limit > 0 && (last === undefined || isBetter(score, place, last));
    },
    add(score, place) {
      let at = kept.length;
      while (at > 0) {
        const before = kept[at - 1];
        if (before === undefined || !isBetter(score, place, before)) break;
        at -= 1;
      }
      kept.splice(at, 0, { score, place });
      if (kept.length > limit) kept.pop();
    },
    places: () => kept.map(({ place }) => place),
  };
}

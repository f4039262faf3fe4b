import type { ToolDocument } from './fields.ts';

/** How much the mean score of a server's tools adds to the score of each of them. */
const SERVER_SHARE = 0.75;

/** The servers of an index, numbered. Tools without one form a group of their own. */
export interface Servers {
  /** By place: the number of the tool's server. */
  readonly numbers: Uint32Array;
  /** By number: how many tools a server has. */
  readonly sizes: readonly number[];
}

export function groupByServer(documents: readonly ToolDocument[]): Servers {
  const known = new Map<string | undefined, number>();
  const sizes: number[] = [];
  const numbers = new Uint32Array(documents.length);
  for (const [place, { entry }] of documents.entries()) {
    const number = known.get(entry.server) ?? sizes.length;
    if (number === sizes.length) {
      known.set(entry.server, number);
      sizes.push(0);
    }
    numbers[place] = number;
    sizes[number] = (sizes[number] ?? 0) + 1;
  }
  return { numbers, sizes };
}

/**
 * Raises the scores of tools whose server has more tools that match: a server is about one subject, so that `get_image` of a server
 * with cards is more likely to be what `picture of the card` asks for than that of any other. `places`: those with a score.
 */
export function addServerMeans(
  scores: Float64Array,
  places: readonly number[],
  { numbers, sizes }: Servers,
): void {
  const means = new Float64Array(sizes.length);
  for (const place of places) {
    const number = numbers[place] ?? 0;
    means[number] = (means[number] ?? 0) + (scores[place] ?? 0) / (sizes[number] ?? 1);
  }
  for (const place of places)
    scores[place] = (scores[place] ?? 0) + SERVER_SHARE * (means[numbers[place] ?? 0] ?? 0);
}

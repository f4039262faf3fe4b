import { TEXT_END } from './fields.ts';

/** Two words that follow each other in a query. */
export interface WordPair {
  readonly first: number;
  readonly second: number;
  /** Its share of what all pairs of the query count. */
  readonly share: number;
}

/** Words that are farther apart have nothing to do with each other. */
const MAX_DISTANCE = 4;

/**
 * How much of a query a text says in the same words beside each other, from 0 to 1: each pair counts in full if its words are beside
 * each other, and less the farther they are apart. `order`: the words of the text.
 */
export function closeness(order: readonly number[], pairs: readonly WordPair[]): number {
  let sum = 0;
  for (const { first, second, share } of pairs) sum += share / distance(order, first, second);
  return sum;
}

/** The smallest distance of two words, in either order: `list issues`, `issue list`. Infinity: more than `MAX_DISTANCE`. */
function distance(order: readonly number[], first: number, second: number): number {
  let least = Infinity;
  let [atFirst, atSecond] = [-Infinity, -Infinity];
  for (let at = 0; at < order.length; at += 1) {
    const word = order[at];
    if (word === TEXT_END) [atFirst, atSecond] = [-Infinity, -Infinity];
    else if (word === first) {
      atFirst = at;
      least = Math.min(least, at - atSecond);
    } else if (word === second) {
      atSecond = at;
      least = Math.min(least, at - atFirst);
    }
    if (least === 1) return 1;
  }
  return least > MAX_DISTANCE ? Infinity : least;
}

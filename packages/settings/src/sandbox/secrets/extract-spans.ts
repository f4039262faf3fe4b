import { runInNewContext } from 'node:vm';
import { errorText } from '@sluice/base';

/** Milliseconds: far more than a reasonable pattern takes. */
const LIMIT_MS = 100;
const MAX_SPANS = 100;

/** From the start of a part to its end. */
export type Span = readonly [start: number, end: number];

const FIND = `{
  const found = [];
  for (const { indices } of text.matchAll(new RegExp(source, 'dgm'))) {
    if (indices[1] !== undefined && indices[1][0] < indices[1][1]) found.push(indices[1][0], indices[1][1]);
    if (found.length > 2 * max) break;
  }
  found;
}`;

/** What is wrong with a pattern, to follow its name; undefined if nothing is. */
export function patternProblem(source: unknown): string | undefined {
  if (typeof source !== 'string' || source.length > 2000) return 'must be a regular expression with a group';
  try {
    void new RegExp(source);
    return undefined;
  } catch (error) {
    return `is not a valid regular expression: ${errorText(error)}`;
  }
}

/**
 * Where the first group of a pattern matches in a text, in order; `^` and `$` match at lines. A pattern from the settings can backtrack for
 * years: undefined if it takes too long, or finds more than anyone keeps in one place.
 */
export function extractSpans(text: string, source: string): readonly Span[] | undefined {
  let found: unknown;
  try {
    found = runInNewContext(FIND, { text, source, max: MAX_SPANS }, { timeout: LIMIT_MS });
  } catch {
    return undefined;
  }
  if (!Array.isArray(found) || found.length > 2 * MAX_SPANS) return undefined;
  const places = found.map(Number);
  return places.flatMap((start, index) => (index % 2 === 0 ? [[start, places[index + 1] ?? start]] : []));
}

/** Consonants that are doubled before an ending: `split`, `splitter`. */
const DOUBLED = /([bdfgkmnprt])\1$/;
const CONSONANT = /[bdfgkmnprt]$/;
const MIN_BASE = 3;

/**
 * What a tool is called that does what a word says, and the other way around: `merge` and `merger`, `split` and `splitter`, `calculate`
 * and `calculator`. Stemmed words, some of which don't exist.
 */
export function doerForms(word: string): readonly string[] {
  const doers = [`${word}er`, `${word}or`];
  if (CONSONANT.test(word)) doers.push(`${word}${word.slice(-1)}er`);
  const base = /^(.+)[eo]r$/.exec(word)?.[1];
  if (base === undefined || base.length < MIN_BASE) return doers;
  return DOUBLED.test(base) ? [...doers, base, base.slice(0, -1)] : [...doers, base];
}

/** Whether a single letter is wrong, missing or too many, or two are swapped. */
export function isOneTypoAway(first: string, second: string): boolean {
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length + 1 === long.length) return short.slice(at) === long.slice(at + 1);
  if (short.length !== long.length || at === short.length) return false;
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return (
    short.slice(at + 1) === long.slice(at + 1) || (isSwapped && short.slice(at + 2) === long.slice(at + 2))
  );
}

/** Fewer characters stand by chance in what a host answers, and would be exchanged there. */
const SHORTEST = 8;
/** What goes into the head of a request; no key or token is nearly as long. */
const LONGEST = 16_384;

/** Why a value can't be masked, to follow its name; undefined: it can. */
export function maskProblem(value: string): string | undefined {
  if (value.length < SHORTEST) return `has fewer than ${SHORTEST} characters`;
  if (value.length > LONGEST) return `has more than ${LONGEST} characters`;
  // A line break in a header would begin another one.
  return /^[\x20-\x7e]*$/.test(value) ? undefined : 'has line breaks or characters other than ASCII';
}

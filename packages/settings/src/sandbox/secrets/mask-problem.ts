/** Shorter values occur by chance in responses, where they would be replaced. */
const SHORTEST = 8;
/** The value goes in a request header; no key or token is nearly as long. */
const LONGEST = 16_384;

/** Why a value can't be masked, to follow its name; undefined if it can. */
export function maskProblem(value: string): string | undefined {
  if (value.length < SHORTEST) return `has fewer than ${SHORTEST} characters`;
  if (value.length > LONGEST) return `has more than ${LONGEST} characters`;
  // A line break in a header would start another one.
  return /^[\x20-\x7e]*$/.test(value) ? undefined : 'has line breaks or characters other than ASCII';
}

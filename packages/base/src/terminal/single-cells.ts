/** ASCII, Latin, Greek and Cyrillic letters, punctuation, arrows, lines, marks and braille: none of them combines with another one of these. */
const SINGLE =
  /^[\u0020-\u007e\u00a0-\u024f\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2300-\u2319\u2400-\u2426\u2500-\u25fc\u2713-\u2718\u2800-\u28ff]*$/;

/**
 * Whether each character of the text is a grapheme of its own that takes one cell. Almost every row is such a text, and the first
 * segmentation of a text costs 20 ms.
 */
export function hasSingleCells(text: string): boolean {
  return SINGLE.test(text);
}

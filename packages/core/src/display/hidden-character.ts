/** Drawn as nothing or as a blank, although Unicode calls them visible: no property distinguishes them. */
const BLANK_SYMBOLS = [
  '\u2800', // Braille pattern blank
  '\ufffc', // object replacement character
  '\u{13441}', // Egyptian hieroglyph full blank
  '\u{13442}', // Egyptian hieroglyph half blank
  '\u{16fe4}', // Khitan small script filler
  '\u{1d159}', // musical symbol null notehead
].join('');

/** Strokes and frames that are drawn over the letter before them: `m` is hardly seen in `m` with one. */
const OVERLAYS = String.raw`\u0334-\u0338\u20DD-\u20E0`;

/**
 * Source of a class, for patterns with the flag `v`: characters that a person can't see, or that move what is around them.
 * Strokes over letters, default-ignorable, control, format, surrogate, private-use and unassigned characters, line separators, and every blank except the ASCII
 * space. Line feeds and tabs are in the class: remove them first when showing lines.
 *
 * Other classes hold less, on purpose: what a terminal obeys (`disarm.ts`), what may hide a text from the person but not from a model
 * (`clean-text.ts` of `packages/mcp`), and what makes the name of a file read as another one (`path-names.ts` in `ripgrep/` of `packages/tools`).
 */
export const UNSEEN = `[[\\p{Default_Ignorable_Code_Point}\\p{C}\\p{Z}${BLANK_SYMBOLS}${OVERLAYS}]--[ ]]`;

/** `U+200D` */
export function codePointName(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${hex.padStart(4, '0')}`;
}

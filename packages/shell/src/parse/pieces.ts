import type { WordPart } from '../tree.ts';

/** A part, or unquoted text in which globs, braces and tildes are still to be found. */
export type Piece = WordPart | { readonly type: 'text'; readonly value: string };

/** Adds decoded text that was quoted or escaped. */
export function addQuoted(pieces: Piece[], value: string): void {
  const last = pieces.at(-1);
  if (last?.type === 'literal') pieces[pieces.length - 1] = { ...last, value: last.value + value };
  else pieces.push({ type: 'literal', value, isQuoted: true });
}

export function addText(pieces: Piece[], value: string): void {
  const last = pieces.at(-1);
  if (last?.type === 'text') pieces[pieces.length - 1] = { type: 'text', value: last.value + value };
  else pieces.push({ type: 'text', value });
}

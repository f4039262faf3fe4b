import type { Piece } from './pieces.ts';

/** `*`, `?` and `[…]` in unquoted text. A `[` that no later unquoted `]` can close is itself, as in `[ -f x ]`. */
export function splitGlobs(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some((piece) => piece.type === 'text' && /[*?[]/u.test(piece.value))) return pieces;
  const lastClosing = pieces.findLastIndex((piece) => piece.type === 'text' && piece.value.includes(']'));
  return pieces.flatMap((piece, number) => {
    if (piece.type !== 'text') return [piece];
    return splitText(piece.value, number < lastClosing);
  });
}

function splitText(value: string, isClosedLater: boolean): Piece[] {
  const result: Piece[] = [];
  const lastClosing = isClosedLater ? value.length : value.lastIndexOf(']');
  let start = 0;
  let index = 0;
  while (index < value.length) {
    const length = globLength(value, index, lastClosing);
    if (length === 0) {
      index += 1;
      continue;
    }
    if (index > start) result.push({ type: 'text', value: value.slice(start, index) });
    result.push({ type: 'glob', pattern: value.slice(index, index + length) });
    index += length;
    start = index;
  }
  if (start < value.length) result.push({ type: 'text', value: value.slice(start) });
  return result;
}

function globLength(value: string, index: number, lastClosing: number): number {
  const character = value.charAt(index);
  if (character === '*' || character === '?') return 1;
  if (character !== '[' || index > lastClosing) return 0;
  const negation = /[!^]/u.test(value.charAt(index + 1)) ? 1 : 0;
  const closing = lastClosing < value.length ? value.indexOf(']', index + negation + 2) : -1;
  return closing === -1 ? 1 : closing + 1 - index;
}

import type { Piece } from './pieces.ts';

/**
 * `~` and `~user` at the start of a word; in an assignment's value also after `:`. To bash, an argument that looks like
 * an assignment (`dd if=~/x`) is one. A quote before the end of the name makes the tilde literal.
 */
export function splitTildes(
  pieces: readonly Piece[],
  place: 'argument' | 'value' | 'pattern',
): readonly Piece[] {
  if (!pieces.some((piece) => piece.type === 'text' && piece.value.includes('~'))) return pieces;
  let isValue = place === 'value';
  const result: Piece[] = [];
  for (const [number, piece] of pieces.entries()) {
    if (piece.type !== 'text') {
      result.push(piece);
      continue;
    }
    const { value } = piece;
    const name = number === 0 && !isValue ? /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/u.exec(value) : null;
    if (name !== null) isValue = true;
    let start = 0;
    for (let index = value.indexOf('~'); index !== -1; index = value.indexOf('~', index + 1)) {
      const isStart =
        index === 0
          ? number === 0
          : index === name?.[0].length || (isValue && value.charAt(index - 1) === ':');
      const user = isStart ? userAt(value, index + 1, pieces[number + 1]) : undefined;
      if (user === undefined) continue;
      if (index > start) result.push({ type: 'text', value: value.slice(start, index) });
      result.push({ type: 'tilde', user });
      start = index + 1 + user.length;
    }
    if (start < value.length) result.push({ type: 'text', value: value.slice(start) });
  }
  return result;
}

/** The name after a tilde; undefined where a quote that follows makes it plain text. */
function userAt(value: string, index: number, next: Piece | undefined): string | undefined {
  const match = /[^/:]*/uy;
  match.lastIndex = index;
  const user = match.exec(value)?.[0] ?? '';
  const isCut = index + user.length === value.length && next !== undefined;
  if (isCut && 'isQuoted' in next && next.isQuoted) return undefined;
  return /^[\w.+-]*/u.exec(user)?.[0] ?? '';
}

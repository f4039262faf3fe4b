import type { Piece } from './pieces.ts';

interface Place {
  readonly piece: number;
  readonly index: number;
}

/**
 * Marks what may be a brace expansion, from the first `{` to the last `}` that has a `,` or `..` between: always as
 * much as the shell would expand, sometimes more. Quoted text and expansions inside stay parts of their own.
 */
export function splitBraces(pieces: readonly Piece[]): readonly Piece[] {
  const extent = findExtent(pieces);
  if (extent === undefined) return pieces;
  const [first, last] = extent;
  return pieces.flatMap((piece, number): Piece[] => {
    if (piece.type !== 'text' || number < first.piece || number > last.piece) return [piece];
    const start = number === first.piece ? first.index : 0;
    const end = number === last.piece ? last.index + 1 : piece.value.length;
    const around: Piece[] = [
      { type: 'text', value: piece.value.slice(0, start) },
      { type: 'braces', source: piece.value.slice(start, end) },
      { type: 'text', value: piece.value.slice(end) },
    ];
    return around.filter((part) => part.type !== 'text' || part.value !== '');
  });
}

function findExtent(pieces: readonly Piece[]): readonly [Place, Place] | undefined {
  let first: Place | undefined;
  let last: Place | undefined;
  let isSeparated = false;
  for (const [number, piece] of pieces.entries()) {
    if (piece.type !== 'text') continue;
    for (let index = 0; index < piece.value.length; index += 1) {
      const character = piece.value.charAt(index);
      if (character === '{') first ??= { piece: number, index };
      else if (first === undefined) continue;
      else if (character === ',' || (character === '.' && piece.value.charAt(index + 1) === '.'))
        isSeparated = true;
      else if (character === '}' && isSeparated) last = { piece: number, index };
    }
  }
  return first === undefined || last === undefined ? undefined : [first, last];
}

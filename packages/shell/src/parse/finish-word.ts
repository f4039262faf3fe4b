import type { Word, WordPart } from '../tree.ts';
import { splitBraces } from './braces.ts';
import { splitGlobs } from './globs.ts';
import type { Piece } from './pieces.ts';
import { offsetAt, type Reader } from './reader.ts';
import { splitTildes } from './tildes.ts';

/**
 * Where a word stands: `argument` expands braces, tildes and globs; `value` (of an assignment) tildes, after `:` too;
 * `pattern` tildes and globs; `group` is a pattern with parentheses, all of whose unquoted text is one.
 */
export type WordPlace = 'argument' | 'value' | 'pattern' | 'group';

export function wordOf(
  reader: Reader,
  pieces: readonly Piece[],
  place: WordPlace,
  start: number,
  end: number,
): Word {
  const parts = finishWord(pieces, place);
  return {
    parts,
    literal: literalOf(parts),
    isQuoted: parts.some((part) => 'isQuoted' in part && part.isQuoted),
    start: offsetAt(reader, start),
    end: offsetAt(reader, end),
  };
}

function literalOf(parts: readonly WordPart[]): string | undefined {
  let text = '';
  for (const part of parts) {
    if (part.type !== 'literal') return undefined;
    text += part.value;
  }
  return text;
}

/** Finds in unquoted text what the shell expands. */
export function finishWord(pieces: readonly Piece[], place: WordPlace): WordPart[] {
  let open: readonly Piece[] = pieces;
  if (place === 'argument') open = splitBraces(open);
  if (place !== 'group') open = splitTildes(open, place);
  if (place === 'argument' || place === 'pattern') open = splitGlobs(open);
  return open.map((piece) => {
    if (piece.type !== 'text') return piece;
    return place === 'group'
      ? { type: 'glob', pattern: piece.value }
      : { type: 'literal', value: piece.value, isQuoted: false };
  });
}

export function literalWord(reader: Reader, value: string, start: number, end: number): Word {
  return {
    parts: [{ type: 'literal', value, isQuoted: false }],
    literal: value,
    isQuoted: false,
    start: offsetAt(reader, start),
    end: offsetAt(reader, end),
  };
}

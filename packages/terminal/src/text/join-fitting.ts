import { cells } from './cells.ts';

/** A piece of a row. Where there is no room, those with the lowest `weight` go first. */
export interface RowPiece {
  readonly text: string;
  readonly weight: number;
}

/** Pieces in their order, joined by ` · `; as many as fit. The last one is never left out. */
export function joinFitting(pieces: readonly RowPiece[], width: number): string {
  let shown = pieces;
  while (shown.length > 1 && cells(joined(shown)) > width) {
    const least = Math.min(...shown.map(({ weight }) => weight));
    const at = shown.findLastIndex(({ weight }) => weight === least);
    shown = shown.filter((_, index) => index !== at);
  }
  return joined(shown);
}

function joined(pieces: readonly RowPiece[]): string {
  return pieces.map(({ text }) => text).join(' · ');
}

import { cells } from './cells.ts';
import { fitStyled } from './fit-styled.ts';

const GAP = 2;

/** A row with a text at its left and one at its right. Where both don't fit, the left one keeps half of the row if it needs it. */
export function columns(left: string, right: string, width: number): string {
  if (right === '') return fitStyled(left, width);
  const shown = fitStyled(right, roomAtRight(left, width));
  const fitted = fitStyled(left, Math.max(1, width - cells(shown) - GAP));
  return `${fitted}${' '.repeat(Math.max(GAP, width - cells(shown) - cells(fitted)))}${shown}`;
}

/** Cells between which the eye finds its way from the left text of a row to the right one. */
const COMFORTABLE = 78;

/**
 * Cells for rows of two texts in a terminal of any width: no more than one of 80 columns gives them, unless the texts need more.
 * @param rows the texts of rows that are aligned with each other
 */
export function columnsWidth(
  rows: readonly (readonly [left: string, right: string])[],
  width: number,
): number {
  if (width <= COMFORTABLE) return width;
  const needed = rows.map(([left, right]) => cells(left) + GAP + cells(right));
  return Math.min(width, Math.max(COMFORTABLE, ...needed));
}

/** `columns` for a right text of parts, separated by two spaces: where there is little room, the first ones are left out; none is cut. */
export function columnsOfParts(left: string, right: string, width: number): string {
  const parts = right.split('  ');
  while (parts.length > 1 && cells(parts.join('  ')) > roomAtRight(left, width)) parts.shift();
  const rest = parts.join('  ');
  return columns(left, cells(rest) > roomAtRight(left, width) ? '' : rest, width);
}

/** The same with the first of several texts at the right that fits; the last one, cut, if none does. */
export function columnsOfFirst(left: string, rights: readonly string[], width: number): string {
  const room = roomAtRight(left, width);
  return columns(left, rights.find((right) => cells(right) <= room) ?? rights.at(-1) ?? '', width);
}

/** Cells that are left for the text at the right. */
function roomAtRight(left: string, width: number): number {
  return Math.max(1, width - Math.min(cells(left), Math.floor(width / 2)) - GAP);
}

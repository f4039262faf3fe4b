import { cells } from './cells.ts';
import { fitStyled } from './fit-styled.ts';

/** A row with a text at its left and one at its right, which keeps its room. */
export function columns(left: string, right: string, width: number): string {
  if (right === '') return fitStyled(left, width);
  const room = Math.max(8, width - cells(right) - 2);
  const fitted = fitStyled(left, room);
  return `${fitted}${' '.repeat(Math.max(2, width - cells(right) - cells(fitted)))}${right}`;
}

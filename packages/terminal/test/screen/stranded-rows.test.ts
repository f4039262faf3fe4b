import { expect, it } from 'vitest';
import { StrandedRows } from '../../src/screen/stranded-rows.ts';

/** Of a card: the cells of its rows, with the cursor in the last but one. */
const CARD = [78, 18, 18, 18, 23, 24, 46, 13, 48, 57, 22, 62, 2, 58];
const LOW_CARD = [34, 34, 13, 30, 21, 21, 32, 34, 2, 34];
const rowsOf = (rows: number, cells: number): readonly number[] => Array.from({ length: rows }, () => cells);

/** A card in windows of these sizes, one after the other, as tmux 3.3 had it: rows above the cursor, and those of them that are the card's. */
const WINDOWS = [
  ['seven rows are pushed away', 36, 12, CARD, 18, 11, 11],
  ['six of them are shown again: a piece of the first one is not', 33, 22, LOW_CARD, 11, 17, 17],
  ['the next card is a row too high, which follows the piece', 71, 16, rowsOf(18, 31), 16, 15, 15],
  ['both are shown again below two rows of the log', 120, 30, rowsOf(14, 69), 12, 16, 14],
  ['nothing is left of them', 80, 24, rowsOf(14, 78), 13, 20, 13],
] as const;

it('knows how many rows of a card, and of earlier ones, a terminal shows above its cursor', () => {
  const stranded = new StrandedRows();
  for (const [name, columns, rows, cells, up, cursorRow, erased] of WINDOWS) {
    const window = { cells, up, bottom: rows - 1, columns, cursorRow, growth: Infinity };
    expect(stranded.resized(window), name).toBe(erased);
  }
});

it('takes rather too few rows for pieces of a card where the terminal does not say where its cursor is', () => {
  const stranded = new StrandedRows();
  const window = { cells: CARD, cursorRow: undefined, columns: 80 };
  expect(stranded.resized({ ...window, up: 12, bottom: 7, growth: -16 })).toBe(7);
  expect(stranded.resized({ ...window, up: 6, bottom: 9, growth: 2 })).toBe(8);
  expect(stranded.resized({ ...window, up: 8, bottom: 23, growth: 14 })).toBe(11);
  expect(stranded.resized({ ...window, up: 12, bottom: 23, growth: 0 })).toBe(12);
});

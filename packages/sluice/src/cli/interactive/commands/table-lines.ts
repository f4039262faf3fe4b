import { cellWidth } from '@sluice/base';
import { sanitize } from '@sluice/core';

/** A wider first cell has a row of its own. */
const MAX_FIRST = 32;
/** Where the second column would have fewer cells, its text goes below the first cell. */
const MIN_SECOND = 24;
/** Cells of a line on a wide terminal; a longer text goes on below where it began. */
const MAX_WIDTH = 80;

/**
 * Renders two-column rows as lines, with the second column aligned. Each cell is sanitized separately: the padding is
 * ours and must not be shown as hidden text.
 * @param terminal its columns
 * @param all the rows of all tables that are aligned with each other. Default: only these
 */
export function tableLines(
  rows: readonly (readonly [string, string])[],
  terminal: number,
  all: readonly (readonly [string, string])[] = rows,
): readonly string[] {
  const width = Math.min(MAX_WIDTH, terminal);
  const maxFirst = Math.min(MAX_FIRST, Math.floor(width / 2));
  const cells = rows.map(([left, right]) => [sanitize(left), sanitize(right)] as const);
  const widths = all.map(([left]) => cellWidth(sanitize(left))).filter((one) => one <= maxFirst);
  const widest = Math.max(0, ...widths);
  const aligned = width - widest - 4;
  const isNarrow = aligned < MIN_SECOND && cells.some(([, right]) => cellWidth(right) > aligned);
  // Two texts of a word a line are harder to read than one below the other.
  const column = isNarrow ? 0 : widest;
  return cells.flatMap(([left, right]) => {
    const rows = wrapped(right, width - column - 4);
    const below = (texts: readonly string[]): readonly string[] =>
      texts.map((text) => `${' '.repeat(column + 4)}${text}`);
    const room = column - cellWidth(left);
    if (room < 0) return [`  ${left}`, ...below(rows)];
    return [`  ${left}${' '.repeat(room)}  ${rows[0] ?? ''}`.trimEnd(), ...below(rows.slice(1))];
  });
}

/** The same rows for a person who listens: a sentence each, without columns and without breaks. */
export function spokenRows(rows: readonly (readonly [string, string])[]): readonly string[] {
  return rows.map(([left, right]) => `  ${sanitize(left)}: ${sanitize(right)}`);
}

/** Breaks only at blanks: what a person may copy, such as a path, stays whole. */
function wrapped(text: string, room: number): readonly string[] {
  const rows: string[] = [];
  let row = '';
  for (const word of text.split(' ')) {
    const longer = row === '' ? word : `${row} ${word}`;
    if (row !== '' && cellWidth(longer) > room) {
      rows.push(row);
      row = word;
    } else row = longer;
  }
  return [...rows, row];
}

import { moveDown, moveRight, moveUp, RESTORE, SAVE } from './cursor-moves.ts';
import { rowChange } from './row-change.ts';

/** The rows below the log, each of at most `columns - 2` cells, and where the cursor is in them. */
export interface Footer {
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

export const NO_FOOTER: Footer = { rows: [], cursor: { row: 0, column: 0 } };

/** What draws a footer where there is none. */
export function showFooter(footer: Footer): string {
  if (footer.rows.length === 0) return '';
  return `\u001b[?7l${footer.rows.join('\r\n')}\u001b[?7h${toCursor(footer.rows.length - 1, footer)}`;
}

/**
 * What turns a footer that is drawn into another one.
 * @param erasesWhole a row that gets shorter is erased as a whole first
 */
export function changeFooter(before: Footer, after: Footer, erasesWhole: boolean): string {
  const { length } = after.rows;
  const known = before.rows.length;
  const changed = after.rows.findIndex((row, index) => row !== before.rows[index]);
  const first = changed === -1 ? (known === length ? -1 : length) : changed;
  if (first === -1) {
    const { row, column } = before.cursor;
    return row === after.cursor.row && column === after.cursor.column ? '' : toCursor(row, after);
  }
  // A terminal that has become lower may have dropped rows below the cursor: moves down end early there, and the way back up would
  // lead into the log. So the cursor returns to where it was, unless the screen scrolls for rows that are new.
  const isSaved = length <= known;
  let at = before.cursor.row;
  let out = '\r';
  const goTo = (row: number): void => {
    out += row > at ? moveDown(row - at) : moveUp(at - row);
    at = row;
  };
  for (let row = first; row < length; row += 1) {
    const was = before.rows[row];
    const now = after.rows[row] ?? '';
    if (was === now) continue;
    if (was === undefined) {
      goTo(Math.max(0, row - 1));
      out += row === 0 ? now : `\r\n${now}`;
      at = row;
    } else {
      goTo(row);
      out += rowChange(was, now, erasesWhole);
    }
    out += '\r';
  }
  for (let row = length; row < known; row += 1) {
    goTo(row);
    out += '\u001b[2K';
  }
  if (!isSaved) return `\u001b[?7l${out}\u001b[?7h${toCursor(at, after)}`;
  const { row, column } = before.cursor;
  const isSame = row === after.cursor.row && column === after.cursor.column;
  return `${SAVE}\u001b[?7l${out}\u001b[?7h${RESTORE}${isSame ? '' : toCursor(row, after)}`;
}

function toCursor(from: number, { cursor }: Footer): string {
  const vertical = cursor.row > from ? moveDown(cursor.row - from) : moveUp(from - cursor.row);
  return `${vertical}\r${moveRight(cursor.column)}`;
}

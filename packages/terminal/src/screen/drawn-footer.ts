import { cells } from '../text/cells.ts';
import type { TtySize } from '../tty/tty.ts';
import { eraseRows, moveUp } from './cursor-moves.ts';
import { changeFooter, NO_FOOTER, showFooter, type Footer } from './footer.ts';
import { rowsOf, StrandedRows } from './stranded-rows.ts';

/** The window that a footer is to be erased in, as far as it is known. */
export interface FooterWindow {
  readonly size: TtySize;
  /** Its size when the footer was drawn. Undefined: the terminal hasn't said. */
  readonly drawnIn: TtySize | undefined;
  /** Where the cursor is now, counted from 0. Undefined: the terminal hasn't said. */
  readonly cursorRow: number | undefined;
}

/** The footer that is on the screen: what changes it, and what erases it, also once the window has another size. */
export class DrawnFooter {
  #footer = NO_FOOTER;
  readonly #stranded = new StrandedRows();
  /** Of the window, as of the last footer that was erased after a resize. */
  #before: TtySize;
  /** Whether the footer was drawn before the last resize or after it can't be known. */
  #isUnsure = false;

  constructor(size: TtySize) {
    this.#before = size;
  }

  get rows(): readonly string[] {
    return this.#footer.rows;
  }

  get cursor(): Footer['cursor'] {
    return this.#footer.cursor;
  }

  /** Something else has put this footer on the screen, or has taken it away. */
  adopt(footer: Footer): void {
    this.#footer = footer;
  }

  /** What is above the footer is the log again, not rows of an earlier footer. */
  forgetStranded(): void {
    this.#stranded.forget();
  }

  /** The window changes while a frame is on its way that may have been drawn for another size. */
  setUnsure(): void {
    this.#isUnsure = true;
  }

  /** What turns it into another footer. */
  change(footer: Footer, erasesWhole: boolean): string {
    const before = this.#footer;
    this.#footer = footer;
    return before.rows.length === 0 ? showFooter(footer) : changeFooter(before, footer, erasesWhole);
  }

  /** What erases it, in a window that has the size it was drawn in; the cursor is then where its first row was. */
  erase(): string {
    const { rows, cursor } = this.#footer;
    this.#footer = NO_FOOTER;
    return rows.length === 0 ? '' : `${moveUp(cursor.row)}\r${eraseRows(rows.length)}`;
  }

  /**
   * What erases it after the terminal has wrapped it at its new width; the cursor is then where its first row was.
   * @param reflows the terminal wraps earlier rows again
   */
  eraseReflowed({ size, drawnIn, cursorRow }: FooterWindow, reflows: boolean): string {
    const { columns } = size;
    const { rows, cursor } = this.#footer;
    // Rows that came after the window had changed were not wrapped: a row that stays is better than a line of the log that is erased.
    const isUnsure = drawnIn === undefined ? this.#isUnsure : drawnIn.columns <= columns;
    this.#isUnsure = false;
    if (rows.length === 0) return '';
    const isWrapped = reflows && !isUnsure;
    const widest = drawnIn?.columns ?? Infinity;
    const widths = rows.map((row) => Math.min(cells(row), widest));
    const height = (width: number): number => (isWrapped ? rowsOf(width, columns) : 1);
    const above = widths.slice(0, cursor.row).reduce((sum, width) => sum + height(width), 0);
    const up = above + (isWrapped ? Math.floor(cursor.column / columns) : 0);
    const higher = reflows
      ? this.#stranded.resized({
          ...{ cells: widths, up, bottom: size.rows - 1, columns, cursorRow },
          growth: columns === this.#before.columns ? size.rows - this.#before.rows : Infinity,
        })
      : up;
    this.#before = size;
    this.#footer = NO_FOOTER;
    // Down to the screen's end: a frame drawn before the terminal told of its size was wrapped otherwise than is counted.
    return `${moveUp(higher)}\r${eraseRows(size.rows)}`;
  }
}

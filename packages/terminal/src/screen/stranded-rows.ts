/** A footer in a window that has got another size. */
export interface WrappedFooter {
  /** How many cells each of its rows has. */
  readonly cells: readonly number[];
  /** Rows of the screen between its first one and the cursor. */
  readonly up: number;
  /** The last row of the screen, counted from 0. */
  readonly bottom: number;
  readonly columns: number;
  /** Where the terminal says that the cursor is, counted from 0. Undefined: it doesn't say. */
  readonly cursorRow: number | undefined;
  /** Rows that the screen has more than before; Infinity: rows were wrapped anew, which may show any number of them. */
  readonly growth: number;
}

/**
 * The first rows of a footer that was higher than its window had become: the terminal has pushed them into its scrollback, where nothing
 * can be erased. They stand right above the footer until something is logged, so a window that becomes higher again may show them.
 */
export class StrandedRows {
  /** Cells of their lines. */
  #lines: readonly number[] = [];
  /** Only the first cells of the last line were pushed away. */
  #isOpen = false;
  /** At most so many rows of them are on the screen. */
  #shown = 0;

  /** Something else is above the footer now. */
  forget(): void {
    this.#lines = [];
    this.#isOpen = false;
    this.#shown = 0;
  }

  /**
   * Takes what the new size has pushed away or shown again into account. Answers with the number of rows above the cursor that are the
   * footer's or pieces of earlier ones: those on the screen, at most.
   */
  resized(footer: WrappedFooter): number {
    const { up, columns } = footer;
    const [first = 0] = footer.cells;
    const known = this.#lines.reduce((sum, cells) => sum + rowsOf(cells, columns), 0);
    // Some terminals join to a piece what is drawn in the row below it. tmux, which says where its cursor is, does not.
    const piece = this.#isOpen ? (this.#lines.at(-1) ?? 0) : 0;
    const isJoined = footer.cursorRow === undefined && piece > 0;
    const above = isJoined
      ? known - rowsOf(piece, columns) + rowsOf(piece + first, columns) - rowsOf(first, columns)
      : known;
    const cursorRow = footer.cursorRow ?? this.#cursorRow(footer, above);
    this.#keep([...this.#lines, ...footer.cells], Math.max(0, above + up - cursorRow), columns);
    return Math.min(cursorRow, above + up);
  }

  /** Where it is at least: rather a piece of a footer that stays than a line of the log that is erased. */
  #cursorRow({ up, bottom, growth }: WrappedFooter, above: number): number {
    if (up > bottom) {
      this.#shown = 0;
      return bottom;
    }
    this.#shown += Math.max(0, growth);
    const shown = Math.min(above, bottom - up, this.#shown);
    this.#shown = this.#shown === Infinity ? 0 : this.#shown - shown;
    return up + shown;
  }

  /** So many rows of the screen are out of reach: the first of these lines. */
  #keep(lines: readonly number[], away: number, columns: number): void {
    let left = away;
    const end = lines.findIndex((cells) => (left -= rowsOf(cells, columns)) < 0);
    const kept = end === -1 ? lines : lines.slice(0, end);
    const part = end === -1 ? 0 : left + rowsOf(lines[end] ?? 0, columns);
    this.#isOpen = part > 0;
    this.#lines = part > 0 ? [...kept, part * columns] : kept;
  }
}

/** How many rows of the screen a line of so many cells takes. */
export function rowsOf(cells: number, columns: number): number {
  return Math.max(1, Math.ceil(cells / columns));
}

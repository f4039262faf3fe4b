/**
 * The first rows of a footer that was higher than its window had become: the terminal has pushed them into its scrollback, where nothing
 * can be erased. They stand right above the footer until something is logged, so a window that becomes higher again may show them.
 */
export class StrandedRows {
  #rows: readonly string[] = [];
  /** Cells of the row after them that are in the scrollback, too: the rest of it was on the screen. */
  #piece = 0;
  /** Of them, at most so many are on the screen. */
  #shown = 0;

  /** Something else stands above the footer now. */
  forget(): void {
    this.#rows = [];
    this.#piece = 0;
    this.#shown = 0;
  }

  /**
   * Rows above the footer that are pieces of earlier ones, at most: going up by so many ends at the first of them, or at the top of the
   * screen. What the terminal keeps in its scrollback is at least the rest.
   * @param room rows of the screen that may be above the footer
   * @param growth rows that the screen has more than before; Infinity: rows were wrapped anew, which may show any number of them
   * @param columns that the screen has now
   * @param below cells of the row below them, to which the terminal may have joined the piece of a row
   */
  takeBack(
    heightOf: (row: string) => number,
    room: number,
    growth: number,
    columns: number,
    below: number,
  ): number {
    const whole = this.#rows.reduce((sum, row) => sum + heightOf(row), 0);
    const rowsOf = (cells: number): number => Math.ceil(cells / columns);
    const piece = Math.min(rowsOf(this.#piece), rowsOf(this.#piece + below) - rowsOf(below));
    const total = whole + piece;
    this.#shown += Math.max(0, growth);
    const taken = Math.max(0, Math.min(total, room, this.#shown));
    this.#shown -= Math.min(this.#shown, taken);
    if (this.#shown === Infinity) this.#shown = 0;
    if (taken >= piece) this.#piece = 0;
    this.#rows = firstRows(this.#rows, heightOf, Math.min(whole, total - taken));
    return taken;
  }

  /** So many screen rows of this footer are in the scrollback, as wrapped at so many columns. */
  add(footer: readonly string[], heightOf: (row: string) => number, count: number, columns: number): void {
    if (count <= 0) return;
    const rows = firstRows(footer, heightOf, count);
    const left = count - rows.reduce((sum, row) => sum + heightOf(row), 0);
    this.#piece = rows.length < footer.length ? left * columns : 0;
    this.#rows = [...this.#rows, ...rows];
    // The footer begins at the top of the screen.
    this.#shown = 0;
  }
}

/** As many of the first rows as fit into a height, whole: rather a piece that stays than a line of the log that is erased. */
function firstRows(
  rows: readonly string[],
  heightOf: (row: string) => number,
  height: number,
): readonly string[] {
  let left = height;
  const end = rows.findIndex((row) => (left -= heightOf(row)) < 0);
  return end === -1 ? rows : rows.slice(0, end);
}

export interface TtySize {
  readonly columns: number;
  readonly rows: number;
}

/** A terminal: where rows go and keys come from. The real one, or a double in tests. */
export interface Tty {
  size(): TtySize;
  /** Never blocks and never throws: what the terminal doesn't take yet waits. */
  write(text: string): void;
  /** Characters that wait because the terminal reads slowly. */
  readonly behind: number;
  /** The size changes what earlier rows look like: they are wrapped again. False: they stay as they were. */
  readonly reflows: boolean;
  /** Cells that were erased at the end of a row are wrapped like others, unless the whole row was erased at once (tmux 3.3). */
  readonly wrapsErased: boolean;
  /**
   * For so many milliseconds after a change of the size, nothing should be drawn: the rows may already be wrapped for another size, which
   * the terminal hasn't reported yet.
   */
  readonly settleMs: number;
  /** The size is reported at most once in so many milliseconds, even if it has changed back. 0: each change at once. */
  readonly reportMs: number;
}

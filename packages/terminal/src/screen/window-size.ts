import type { Tty, TtySize } from '../tty/tty.ts';

/** A window as its terminal says that it is. */
export interface DrawnSize extends TtySize {
  /** Where the cursor is, counted from 0. Undefined: it doesn't say. */
  readonly cursorRow?: number | undefined;
}

/**
 * Calls back with the size that the terminal really had when it drew the frame that is being made, whatever it has reported. Undefined: the
 * terminal doesn't say.
 */
export type AskSize = (done: (size: DrawnSize | undefined) => void) => void;

export interface WindowSizeOptions {
  readonly tty: Tty;
  readonly askSize: AskSize;
  readonly now: () => number;
  /** The window has another size: called once that is `size`. */
  readonly whenResized: (before: TtySize, after: TtySize) => void;
  /** The terminal has said that it has the size that it reported: what waited for that can be drawn. */
  readonly whenConfirmed: () => void;
}

/** How large the window is, as far as that is known: a terminal may report its size late, and say the true one when it is asked. */
export class WindowSize {
  readonly #options: WindowSizeOptions;
  /** As reported, or as the terminal has said since. */
  #size: TtySize;
  #reported: TtySize;
  #resizedAt: number | undefined;
  /** Of the size, since it has changed. */
  #confirmation: 'asked' | 'given' | undefined;
  #cursorRow: number | undefined;
  /** How often a footer was drawn where there was none. */
  #footers = 0;
  #drawnIn: TtySize | undefined;

  constructor(options: WindowSizeOptions) {
    this.#options = options;
    this.#size = options.tty.size();
    this.#reported = this.#size;
  }

  get size(): TtySize {
    return this.#size;
  }

  /** Where the cursor is in a window of this size, once the terminal has said so. */
  get cursorRow(): number | undefined {
    return this.#cursorRow;
  }

  /** The size in which the footer was drawn, once the terminal has said so. */
  get drawnIn(): TtySize | undefined {
    return this.#drawnIn;
  }

  /** It has changed since a frame was last drawn. */
  get hasChanged(): boolean {
    return this.#resizedAt !== undefined;
  }

  /** It has not changed, or long enough ago, and it is confirmed: what was drawn in it can be erased. */
  isSettled(): boolean {
    const { tty, now } = this.#options;
    if (this.#resizedAt === undefined) return true;
    return now() - this.#resizedAt >= tty.settleMs && this.#isConfirmed();
  }

  /** It is another one than when this was last asked: frames that were on their way may be drawn wrong. */
  isResized(): boolean {
    const size = this.#options.tty.size();
    if (isSame(size, this.#reported)) return false;
    this.#reported = size;
    return this.#take(size);
  }

  /** A frame is drawn for this size. */
  accept(): void {
    this.#resizedAt = undefined;
  }

  /** Another program had the window meanwhile. */
  readAgain(): void {
    this.#size = this.#options.tty.size();
    this.#reported = this.#size;
  }

  /** A footer is drawn where there was none. The window may have another size by now: its own report can be late. */
  footerDrawn(): void {
    this.#footers += 1;
    this.#drawnIn = undefined;
    if (this.#options.tty.reportMs === 0) return;
    const footers = this.#footers;
    this.#options.askSize((size) => {
      if (footers === this.#footers) this.#drawnIn = size;
      if (size !== undefined) this.#take(size);
    });
  }

  /**
   * The terminal says itself that the window has the size that was reported last: what was drawn in it can be erased. A report can be so late
   * that another one is on its way, and rows are wrapped for that by now.
   */
  #isConfirmed(): boolean {
    if (this.#options.tty.reportMs === 0) return true;
    if (this.#confirmation === undefined) {
      this.#confirmation = 'asked';
      this.#options.askSize((size) => {
        if (this.#confirmation !== 'asked') return;
        this.#confirmation = 'given';
        this.#cursorRow = size?.cursorRow;
        // At once: the window may change again before the next frame.
        if (size === undefined || !this.#take(size)) this.#options.whenConfirmed();
      });
    }
    return this.#confirmation === 'given';
  }

  #take(size: TtySize): boolean {
    const before = this.#size;
    if (isSame(size, before)) return false;
    this.#confirmation = undefined;
    this.#cursorRow = undefined;
    this.#size = size;
    this.#resizedAt = this.#options.now();
    this.#options.whenResized(before, size);
    return true;
  }
}

function isSame(one: TtySize, other: TtySize): boolean {
  return one.columns === other.columns && one.rows === other.rows;
}

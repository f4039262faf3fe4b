import { cells } from '../text/cells.ts';

/** A piece of the log. */
export type Piece =
  | { readonly kind: 'line'; readonly text: string; readonly keepsWords: boolean }
  | { readonly kind: 'text'; readonly text: string; readonly keepsWords: boolean }
  | { readonly kind: 'end' };

interface Entry {
  readonly piece: Piece;
  readonly frame: number;
  readonly writtenAt: number;
  /** Its place followed from the width of the window: it continued a line of an earlier frame. */
  readonly isPlaced: boolean;
}

/** A terminal that answers within these milliseconds draws a frame before its window can change. */
const FAST_MS = 30;
/** How long that holds. */
const RECHECK_MS = 2000;
/** Characters to keep. Text that is older than this is as good as drawn. */
const MAX_KEPT = 65_536;

/**
 * What of the log may be wrong on the screen if the window changes now. A line that is continued is found by the width of the window:
 * on a slow connection, the window may have another one by the time the frame arrives, and the text lands on other text. So the lines
 * that were continued are kept until the terminal has drawn them, to be written again.
 */
export class UnseenLog {
  readonly #whenDrawn: (done: () => void) => void;
  readonly #now: () => number;
  readonly #reportMs: number;
  #entries: Entry[] = [];
  #kept = 0;
  #frame = 0;
  /** The frame that the terminal is asked about. */
  #asked: number | undefined;
  #fastUntil = -Infinity;
  /** The last frame that the terminal has drawn. */
  #drawnFrame = 0;

  /**
   * @param whenDrawn calls back once the terminal has drawn the frame that is being made, at once if that can't be known
   * @param reportMs how long after a change of its window the terminal may report it: what it has drawn meanwhile may be in the wrong place
   */
  constructor(whenDrawn: (done: () => void) => void, now: () => number, reportMs = 0) {
    this.#whenDrawn = whenDrawn;
    this.#now = now;
    this.#reportMs = reportMs;
  }

  /** Whether the terminal may not have drawn the last frame of the log yet. */
  get isAsked(): boolean {
    return this.#asked !== undefined;
  }

  /** Whether the terminal may not have drawn the last frame of the log yet, or may have had another window by then. */
  get isUnsure(): boolean {
    return this.isAsked || this.#entries.some((entry) => !this.#isOld(entry));
  }

  /**
   * Pieces are written, in one frame.
   * @param continuesLine the first of them continue a line of an earlier frame
   * @param mayAsk the terminal stays this program's own
   */
  wrote(pieces: readonly Piece[], continuesLine: boolean, mayAsk: boolean): void {
    if (this.#reportMs > 0) this.#keepUnseen();
    this.#frame += 1;
    const writtenAt = this.#now();
    let isPlaced = continuesLine;
    for (const piece of pieces) {
      this.#entries.push({ piece, frame: this.#frame, writtenAt, isPlaced });
      this.#kept += sizeOf(piece);
      if (piece.kind !== 'text') isPlaced = false;
    }
    if (mayAsk && !this.isFull) this.#ask();
  }

  /**
   * The window has changed: the pieces to write again, from the start of a line on. The open line is always among them: no one knows how
   * many rows the footer below it takes, so where the line ends can't be known either.
   */
  take(): readonly Piece[] {
    if (!this.isUnsure) return [];
    const isMisplaced = this.#entries.some(({ isPlaced }) => isPlaced);
    const from = isMisplaced ? 0 : this.#startOfLine(this.#entries.length);
    const pieces = this.#entries.slice(from).map(({ piece }) => piece);
    if (pieces.length > 0) this.forget();
    return pieces;
  }

  /** Of everything that is kept: no line of it is longer. */
  get cells(): number {
    return this.#entries.reduce((sum, { piece }) => sum + (piece.kind === 'end' ? 0 : cells(piece.text)), 0);
  }

  /** More is kept than can matter: time to forget it. */
  get isFull(): boolean {
    return this.#kept > MAX_KEPT;
  }

  /**
   * What was written so far is not written again.
   * @param held the end of the open line that is not in the log yet: it would be lost with it
   */
  forget(held = ''): void {
    // What comes next may be another terminal, as far as its speed is concerned.
    this.#fastUntil = -Infinity;
    if (held === '') this.#keep([]);
    else {
      const piece = { kind: 'text', text: held, keepsWords: true } as const;
      this.#keep([{ piece, frame: this.#frame, writtenAt: -Infinity, isPlaced: false }]);
    }
  }

  #ask(): void {
    if (this.#asked !== undefined) return;
    const askedAt = this.#now();
    if (askedAt < this.#fastUntil) {
      this.#drawn(this.#frame);
      return;
    }
    const frame = this.#frame;
    this.#asked = frame;
    this.#whenDrawn(() => {
      this.#asked = undefined;
      if (this.#now() - askedAt < FAST_MS) this.#fastUntil = this.#now() + RECHECK_MS;
      this.#drawn(frame);
      if (this.#entries.some((entry) => entry.frame > frame)) this.#ask();
    });
  }

  #drawn(frame: number): void {
    this.#drawnFrame = frame;
    this.#keepUnseen();
  }

  /** Keeps only what may be in the wrong place, from the start of the line that it continued; and the open line, which may be continued. */
  #keepUnseen(): void {
    const isSeen = (entry: Entry): boolean => entry.frame <= this.#drawnFrame && this.#isOld(entry);
    const first = this.#entries.findIndex((entry) => entry.isPlaced && !isSeen(entry));
    const from = this.#startOfLine(first === -1 ? this.#entries.length : first);
    this.#keep(
      this.#entries.slice(from).map((entry) => (isSeen(entry) ? { ...entry, isPlaced: false } : entry)),
    );
  }

  /** A window that it was not written for would have been reported by now. */
  #isOld({ writtenAt }: Entry): boolean {
    return this.#reportMs === 0 || this.#now() - writtenAt > this.#reportMs;
  }

  /** The first entry of the line that the entry at this index would continue; the index itself if there is none. */
  #startOfLine(index: number): number {
    let from = index;
    while (this.#entries[from - 1]?.piece.kind === 'text') from -= 1;
    return from;
  }

  #keep(entries: Entry[]): void {
    this.#entries = entries;
    this.#kept = entries.reduce((sum, { piece }) => sum + sizeOf(piece), 0);
  }
}

function sizeOf(piece: Piece): number {
  return piece.kind === 'end' ? 1 : piece.text.length;
}

import { cells, hasAgreedWidth } from '../text/cells.ts';
import type { Tty, TtySize } from '../tty/tty.ts';
import type { LogSink } from './log-sink.ts';
import { OpenLine, type LineWrap } from './open-line.ts';
import { rowChange } from './row-change.ts';
import { rowsOf, StrandedRows } from './stranded-rows.ts';
import { UnseenLog, type Piece } from './unseen-log.ts';

/** The cursor's place, for a moment. */
const SAVE = '\u001b7';
const RESTORE = '\u001b8';
const SYNC_ON = '\u001b[?2026h';
const SYNC_OFF = '\u001b[?2026l';
/** Frames are left out while the terminal is so many characters behind. */
const MAX_BEHIND = 65_536;
/** Milliseconds between two frames, unless a key has to be echoed. */
export const FRAME_MS = 33;
/** How often a frame that could not be drawn is tried again. */
const RETRY_MS = 30;
/** Log text that waits for a terminal that doesn't read: from here on anyone who produces it should wait. */
const MAX_WAITING = 1_000_000;

/** The rows below the log, each of at most `columns - 2` cells, and where the cursor is in them. */
export interface Footer {
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

const NO_FOOTER: Footer = { rows: [], cursor: { row: 0, column: 0 } };

/** A window as its terminal says that it is. */
export interface DrawnSize extends TtySize {
  /** Where the cursor is, counted from 0. Undefined: it doesn't say. */
  readonly cursorRow?: number | undefined;
}

export interface ScreenOptions {
  readonly tty: Tty;
  /** The footer as it is to be drawn now. */
  readonly render: (size: { readonly columns: number; readonly rows: number }) => Footer;
  /** Milliseconds between frames. Default `FRAME_MS`. */
  readonly frameMs?: number;
  /** Default `words`. */
  readonly wrap?: LineWrap;
  /** Calls back once the terminal has drawn the frame that is being made. Default: at once. */
  readonly whenDrawn?: (done: () => void) => void;
  /**
   * Calls back with the size that the terminal really had when it drew the frame that is being made, whatever it has reported. Undefined: the
   * terminal doesn't say. Only called for a terminal that reports its size late. Default: it never says.
   */
  readonly sizeWhenDrawn?: (done: (size: DrawnSize | undefined) => void) => void;
  readonly now?: () => number;
}

/**
 * A log that is written once, and a footer below it that is redrawn. All of a frame is one write. Nothing is written
 * while the screen is lent to another program.
 */
export class Screen implements LogSink {
  readonly #tty: Tty;
  readonly #render: ScreenOptions['render'];
  readonly #frameMs: number;
  readonly #wrap: LineWrap;
  readonly #now: () => number;
  readonly #unseen: UnseenLog;
  #pieces: Piece[] = [];
  #waiting = 0;
  #drawn: Footer = NO_FOOTER;
  #open: OpenLine | undefined;
  /** The rest of an open line whose width terminals do not agree about: it is shown in the footer until the line ends. */
  #held = '';
  #provisional: string | undefined;
  readonly #stranded = new StrandedRows();
  /** As far as it is known: as reported, or as the terminal has said since. */
  #size: TtySize;
  #reported: TtySize;
  /** As the last frame was drawn. */
  #before: { readonly columns: number; readonly rows: number };
  #resizedAt: number | undefined;
  /** How often a footer was drawn where there was none. */
  #footers = 0;
  /** Whether the footer was drawn before the last resize or after it can't be known. */
  #isUnsure = false;
  /** Of the size, since it has changed. */
  #confirmation: 'asked' | 'given' | undefined;
  /** The size of the window in which the footer was drawn, once the terminal has said so. */
  #drawnIn: TtySize | undefined;
  /** Where the cursor is in the window of this size, once the terminal has said so. */
  #cursorRow: number | undefined;
  readonly #sizeWhenDrawn: NonNullable<ScreenOptions['sizeWhenDrawn']>;
  /** Takes back the frame that is to come. */
  #cancel: (() => void) | undefined;
  #lastFrame = 0;
  #isLent = false;
  #isClosed = false;
  readonly #roomListeners = new Set<() => void>();

  constructor({
    tty,
    render,
    frameMs = FRAME_MS,
    wrap = 'words',
    whenDrawn = (done) => done(),
    sizeWhenDrawn = (done) => done(undefined),
    now = () => performance.now(),
  }: ScreenOptions) {
    this.#tty = tty;
    this.#render = render;
    this.#frameMs = frameMs;
    this.#wrap = wrap;
    this.#now = now;
    this.#sizeWhenDrawn = sizeWhenDrawn;
    // A reply that comes after the window has changed says nothing about before.
    this.#unseen = new UnseenLog((done) => {
      whenDrawn(() => {
        this.#isResized();
        done();
      });
    }, now);
    this.#size = tty.size();
    this.#reported = this.#size;
    this.#before = this.#size;
  }

  /** The line that is being held back, for a row of the footer. */
  get heldText(): string {
    return this.#held;
  }

  /** For a row of the footer, until it is appended. */
  get provisional(): string | undefined {
    return this.#provisional;
  }

  setProvisional(text: string | undefined): void {
    if (text === undefined) this.#settleProvisional();
    else this.#endOpen();
    this.#provisional = text;
    this.refresh();
  }

  #settleProvisional(): void {
    const text = this.#provisional;
    this.#provisional = undefined;
    if (text !== undefined) this.#push({ kind: 'line', text, keepsWords: true });
  }

  /** Appends whole lines; an open line is ended first. */
  line(text: string, keepsWords = false): void {
    this.#settleProvisional();
    this.#endOpen();
    for (const line of text.split('\n')) this.#push({ kind: 'line', text: line, keepsWords });
  }

  /** Continues the open line. The text has no line feeds. */
  text(text: string, keepsWords = true): void {
    if (text === '') return;
    this.#settleProvisional();
    this.#push({ kind: 'text', text, keepsWords });
  }

  /** Ends the open line; without one an empty line. */
  endLine(): void {
    this.#settleProvisional();
    this.#push({ kind: 'end' });
  }

  /** Whether an open line is there that a new line would have to end. */
  get isOpen(): boolean {
    const last = this.#pieces.findLast(({ kind }) => kind !== 'line');
    const lastPiece = this.#pieces.at(-1);
    if (lastPiece !== undefined) return lastPiece === last && last.kind === 'text';
    return this.#open !== undefined || this.#held !== '';
  }

  /** Something else has drawn a footer already: it is changed, or erased, like one of this screen's own. */
  adopt(footer: Footer): void {
    this.#drawn = footer;
  }

  /** Too much of the log waits for the terminal. */
  get isFull(): boolean {
    return this.#waiting > MAX_WAITING;
  }

  /** Resolves when more of the log can be taken. */
  async room(): Promise<void> {
    while (this.isFull && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        const listener = (): void => {
          this.#roomListeners.delete(listener);
          resolve();
        };
        this.#roomListeners.add(listener);
      });
    }
  }

  /** Asks for a frame: soon, or at once where a key has to be echoed. */
  refresh(isUrgent = false): void {
    if (this.#isLent || this.#isClosed) return;
    if (isUrgent) {
      this.#cancel?.();
      this.#cancel = undefined;
      this.frame();
      return;
    }
    if (this.#cancel === undefined) this.#drawAfter(this.#lastFrame + this.#frameMs - this.#now());
  }

  /** Takes the footer away and writes what is left of the log; until `resume` nothing is written. */
  lend(): void {
    this.#settleProvisional();
    this.frame(NO_FOOTER, true);
    this.#isLent = true;
  }

  /** The other program has left the cursor somewhere: the log goes on at the start of a row. */
  resume(): void {
    this.#isLent = false;
    this.#drawn = NO_FOOTER;
    this.#size = this.#tty.size();
    this.#reported = this.#size;
    this.#open = undefined;
    this.#stranded.forget();
    this.#unseen.forget(this.#held);
    this.refresh(true);
  }

  /** Removes the footer for good. */
  close(): void {
    this.#cancel?.();
    if (this.#isClosed) return;
    this.#settleProvisional();
    this.#endOpen();
    if (!this.#isLent) this.frame(NO_FOOTER, true);
    this.#isClosed = true;
    for (const listener of this.#roomListeners) listener();
  }

  /** Moves what is on the screen into the scrollback, as a shell's Ctrl-L does. */
  clear(): void {
    this.#settleProvisional();
    this.frame(NO_FOOTER, true);
    this.#stranded.forget();
    const { rows } = this.#size;
    this.#tty.write(`${'\r\n'.repeat(rows - 1)}\u001b[${rows - 1}A`);
    this.refresh(true);
  }

  /**
   * Draws one frame now.
   * @param isForced even if the terminal is behind, or its window is still being resized: there is no later frame
   */
  frame(given?: Footer, isForced = false): void {
    if (this.#isLent || this.#isClosed) return;
    if (this.#tty.behind > MAX_BEHIND && !isForced) {
      this.#retry();
      return;
    }
    if (this.#isResized() && !isForced) {
      this.#retry();
      return;
    }
    if (this.#resizedAt !== undefined && !isForced) {
      if (this.#now() - this.#resizedAt < this.#tty.settleMs || !this.#isConfirmed()) {
        this.#retry();
        return;
      }
    }
    let out = '';
    if (this.#resizedAt !== undefined) {
      out += this.#eraseReflowed();
      this.#isUnsure = false;
      this.#resizedAt = undefined;
    }
    out += this.#writeLog(given === undefined);
    out += this.#drawFooter(given ?? this.#render(this.#size));
    this.#lastFrame = this.#now();
    if (out !== '') this.#tty.write(`${SYNC_ON}${out}${SYNC_OFF}`);
    for (const listener of this.#roomListeners) listener();
  }

  #retry(): void {
    if (this.#cancel === undefined) this.#drawAfter(RETRY_MS);
  }

  /** What is due is drawn once the events at hand have been handled: a timer would wake the program once more. */
  #drawAfter(ms: number): void {
    const draw = (): void => {
      this.#cancel = undefined;
      this.frame();
    };
    if (ms > 0) {
      const timer = setTimeout(draw, ms);
      this.#cancel = () => clearTimeout(timer);
    } else {
      const soon = setImmediate(draw);
      this.#cancel = () => clearImmediate(soon);
    }
  }

  #push(piece: Piece): void {
    this.#pieces.push(piece);
    this.#waiting += piece.kind === 'end' ? 1 : piece.text.length;
    this.refresh();
  }

  #endOpen(): void {
    if (this.isOpen) this.#pieces.push({ kind: 'end' });
  }

  /** The window has another size than when this was last asked: frames that were on their way may be drawn wrong. */
  #isResized(): boolean {
    const size = this.#tty.size();
    if (isSame(size, this.#reported)) return false;
    this.#reported = size;
    return this.#takeSize(size);
  }

  /**
   * The terminal says itself that the window has the size that was reported last: what was drawn in it can be erased. A report can be so late
   * that another one is on its way, and rows are wrapped for that by now.
   */
  #isConfirmed(): boolean {
    if (this.#tty.reportMs === 0) return true;
    if (this.#confirmation === undefined) {
      this.#confirmation = 'asked';
      this.#sizeWhenDrawn((size) => {
        if (this.#confirmation !== 'asked') return;
        this.#confirmation = 'given';
        this.#cursorRow = size?.cursorRow;
        // At once: the window may change again before the next frame.
        if (size === undefined || !this.#takeSize(size)) this.frame();
      });
    }
    return this.#confirmation === 'given';
  }

  #takeSize(size: TtySize): boolean {
    if (isSame(size, this.#size)) return false;
    this.#confirmation = undefined;
    this.#cursorRow = undefined;
    const isSafe = this.#isSafe(size);
    this.#size = size;
    this.#resizedAt = this.#now();
    if (isSafe) return true;
    this.#isUnsure ||= this.#unseen.isUnsure;
    this.#writeAgain();
    return true;
  }

  /** The window may have had another size already when this footer is drawn: its own report can be late. */
  #askSize(): void {
    this.#drawnIn = undefined;
    if (this.#tty.reportMs === 0) return;
    const footers = this.#footers;
    this.#sizeWhenDrawn((size) => {
      if (footers === this.#footers) this.#drawnIn = size;
      if (size !== undefined) this.#takeSize(size);
    });
  }

  /** What is on its way lands in the right place in a window of this size too: no row of the footer or of an open line wraps otherwise. */
  #isSafe({ columns, rows }: { readonly columns: number; readonly rows: number }): boolean {
    const before = this.#size;
    if (rows < before.rows || columns < before.columns) return false;
    return columns === before.columns || this.#unseen.cells < before.columns;
  }

  /** Erases a footer that the terminal has wrapped at its new width; the cursor is then where its first row was. */
  #eraseReflowed(): string {
    const { columns } = this.#size;
    const { rows, cursor } = this.#drawn;
    this.#open?.rewrap(columns);
    if (rows.length === 0) return '';
    // Rows that came after the window had changed were not wrapped: a row that stays is better than a line of the log that is erased.
    const isUnsure = this.#drawnIn === undefined ? this.#isUnsure : this.#drawnIn.columns <= columns;
    const isWrapped = this.#tty.reflows && !isUnsure;
    const widest = this.#drawnIn?.columns ?? Infinity;
    const widths = rows.map((row) => Math.min(cells(row), widest));
    const height = (width: number): number => (isWrapped ? rowsOf(width, columns) : 1);
    const above = widths.slice(0, cursor.row).reduce((sum, width) => sum + height(width), 0);
    const up = above + (isWrapped ? Math.floor(cursor.column / columns) : 0);
    const higher = this.#tty.reflows
      ? this.#stranded.resized({
          ...{ cells: widths, up, bottom: this.#size.rows - 1, columns },
          cursorRow: this.#cursorRow,
          growth: columns === this.#before.columns ? this.#size.rows - this.#before.rows : Infinity,
        })
      : up;
    this.#before = this.#size;
    this.#drawn = NO_FOOTER;
    // Down to the screen's end: a frame drawn before the terminal told of its size was wrapped otherwise than is counted.
    return `${moveUp(higher)}\r${eraseRows(this.#size.rows)}`;
  }

  /**
   * Lines that the terminal may have drawn in the wrong place are written again, below, and so is the open line. If more of that was written
   * than is kept, it goes on in a row of its own.
   */
  #writeAgain(): void {
    if (!this.#unseen.isUnsure) return;
    const again = this.#unseen.take();
    this.#open = undefined;
    this.#held = '';
    this.#pieces.unshift(...again);
  }

  /** Writes the pieces that wait; the footer is erased first unless the open line only grows in its row. */
  #writeLog(mayAsk: boolean): string {
    if (this.#pieces.length === 0) return '';
    this.#stranded.forget();
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#waiting = 0;
    this.#unseen.wrote(pieces, this.#open !== undefined || this.#held !== '', mayAsk);
    const out = this.#growOpenLine(pieces) ?? this.#insertLines(pieces) ?? this.#writeAbove(pieces);
    if (this.#unseen.isFull) this.#unseen.forget(this.#held);
    return out;
  }

  /** The common case: a few words at the end of the open line, which stay in its row. */
  #growOpenLine(pieces: readonly Piece[]): string | undefined {
    const open = this.#open;
    const { rows, cursor } = this.#drawn;
    if (open === undefined || this.#held !== '' || rows.length === 0) return undefined;
    const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '\n')).join('');
    if (text.includes('\n') || !hasAgreedWidth(text)) return undefined;
    const { column } = open;
    if (column + cells(text) >= this.#size.columns || column === 0) return undefined;
    const written = open.add(text, false);
    return `${SAVE}${moveUp(cursor.row + 1)}\r${moveRight(column)}${written}${RESTORE}`;
  }

  /**
   * The next common case: short lines that end or begin, each within a row. Rows are inserted for them above the footer, which stays as it
   * is. Only line ends move it: how wide a text is never decides where the footer is.
   */
  #insertLines(pieces: readonly Piece[]): string | undefined {
    const { rows, cursor } = this.#drawn;
    if (this.#held !== '' || rows.length === 0) return undefined;
    let column = this.#open?.column ?? 0;
    let isOpen = this.#open !== undefined;
    // At the last cell the terminal would forget that the next character wraps.
    if (column >= this.#size.columns) return undefined;
    let added = 0;
    for (const piece of pieces) {
      if (piece.kind === 'line') return undefined;
      if (!isOpen) added += 1;
      if (piece.kind === 'end') {
        [isOpen, column] = [false, 0];
        continue;
      }
      isOpen = true;
      if (!hasAgreedWidth(piece.text)) return undefined;
      column += cells(piece.text);
      if (column >= this.#size.columns) return undefined;
    }
    if (added === 0 || added + rows.length >= this.#size.rows) return undefined;
    const last = rows.length - 1;
    let out = `${moveDown(last - cursor.row)}${'\r\n'.repeat(added)}${moveUp(last + added)}\r\u001b[${added === 1 ? '' : added}L`;
    if (this.#open !== undefined) out += `${moveUp(1)}${moveRight(this.#open.column)}`;
    let isFirst = this.#open === undefined;
    for (const piece of pieces) {
      if (this.#open === undefined) {
        if (!isFirst) out += '\r\n';
        isFirst = false;
      }
      if (piece.kind === 'text') {
        this.#open ??= new OpenLine(this.#size.columns, this.#wrap);
        out += this.#open.add(piece.text, false);
      } else this.#open = undefined;
    }
    return `${out}${moveDown(cursor.row + 1)}\r${moveRight(cursor.column)}`;
  }

  #writeAbove(pieces: readonly Piece[]): string {
    const { rows, cursor } = this.#drawn;
    let out = rows.length === 0 ? '' : `${moveUp(cursor.row)}\r${eraseRows(rows.length)}`;
    /** The cursor is at the end of the open line, not at the start of a row. */
    let isInLine = false;
    const enter = (): void => {
      if (isInLine || this.#open === undefined) return;
      isInLine = true;
      const { column } = this.#open;
      // At the last cell the terminal would forget that the next character wraps, so the last one is written again.
      const again = column >= this.#size.columns ? this.#open.lastGrapheme() : undefined;
      const back = again === undefined ? column : column - Math.max(1, cells(again));
      out += `${moveUp(1)}\r${moveRight(back)}${again ?? ''}`;
    };
    for (const piece of pieces) {
      switch (piece.kind) {
        case 'line':
          out += `${this.#wrapped(piece)}\r\n`;
          break;
        case 'text':
          if (this.#held !== '' || !hasAgreedWidth(piece.text)) {
            this.#held += piece.text;
            break;
          }
          enter();
          this.#open ??= new OpenLine(this.#size.columns, this.#wrap);
          isInLine = true;
          out += this.#open.add(piece.text, piece.keepsWords);
          break;
        case 'end':
          enter();
          out += `${this.#held}\r\n`;
          this.#held = '';
          this.#open = undefined;
          isInLine = false;
          break;
        default:
          piece satisfies never;
      }
    }
    if (isInLine) out += '\r\n';
    this.#drawn = NO_FOOTER;
    return out;
  }

  #wrapped({ text, keepsWords }: Extract<Piece, { readonly kind: 'line' }>): string {
    if (!keepsWords || text.length < this.#size.columns || !hasAgreedWidth(text)) return text;
    return new OpenLine(this.#size.columns, this.#wrap).add(text, true);
  }

  #drawFooter(footer: Footer): string {
    const before = this.#drawn;
    this.#drawn = footer;
    if (before.rows.length === 0) {
      if (footer.rows.length === 0) return '';
      this.#footers += 1;
      this.#askSize();
      return `\u001b[?7l${footer.rows.join('\r\n')}\u001b[?7h${toCursor(footer.rows.length - 1, footer)}`;
    }
    return changeFooter(before, footer, this.#tty.wrapsErased);
  }
}

function isSame(one: TtySize, other: TtySize): boolean {
  return one.columns === other.columns && one.rows === other.rows;
}

function changeFooter(before: Footer, after: Footer, erasesWhole: boolean): string {
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

/**
 * Erases rows from the cursor's down, as far as there are any, and returns to the first. The cursor is saved, since a
 * terminal that got lower may have dropped the rows below the cursor: going down then ends at its last row, and counting
 * back up would end too high.
 */
function eraseRows(count: number): string {
  if (count === 0) return '';
  if (count === 1) return '\u001b[2K';
  return `${SAVE}\u001b[2K${'\u001b[B\u001b[2K'.repeat(count - 1)}${RESTORE}`;
}

function moveUp(count: number): string {
  return count <= 0 ? '' : count === 1 ? '\u001b[A' : `\u001b[${count}A`;
}

function moveDown(count: number): string {
  return count <= 0 ? '' : count === 1 ? '\u001b[B' : `\u001b[${count}B`;
}

function moveRight(count: number): string {
  return count <= 0 ? '' : count === 1 ? '\u001b[C' : `\u001b[${count}C`;
}

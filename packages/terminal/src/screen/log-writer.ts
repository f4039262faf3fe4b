import { cells, hasAgreedWidth } from '../text/cells.ts';
import type { TtySize } from '../tty/tty.ts';
import { moveDown, moveRight, moveUp, RESTORE, SAVE } from './cursor-moves.ts';
import type { DrawnFooter } from './drawn-footer.ts';
import { OpenLine, type LineWrap } from './open-line.ts';
import type { Piece } from './unseen-log.ts';

/** Writes the log above the footer that is drawn, and knows where its last line ends. */
export class LogWriter {
  readonly #footer: DrawnFooter;
  readonly #wrap: LineWrap;
  #open: OpenLine | undefined;
  #held = '';

  constructor(footer: DrawnFooter, wrap: LineWrap) {
    this.#footer = footer;
    this.#wrap = wrap;
  }

  /** The rest of an open line whose width terminals do not agree about: it is shown in the footer until the line ends. */
  get held(): string {
    return this.#held;
  }

  get isOpen(): boolean {
    return this.#open !== undefined || this.#held !== '';
  }

  /** The open line goes on in a row of its own. */
  leaveOpenLine(): void {
    this.#open = undefined;
  }

  /** The open line will be written again as a whole. */
  dropOpenLine(): void {
    this.#open = undefined;
    this.#held = '';
  }

  /** The terminal has another width, and has wrapped the open line again. */
  rewrap(columns: number): void {
    this.#open?.rewrap(columns);
  }

  /** What writes these pieces; the footer is erased first unless the open line only grows in its row, or rows can be inserted. */
  write(pieces: readonly Piece[], size: TtySize): string {
    return (
      this.#growOpenLine(pieces, size.columns) ??
      this.#insertLines(pieces, size) ??
      this.#writeAbove(pieces, size.columns)
    );
  }

  /** The common case: a few words at the end of the open line, which stay in its row. */
  #growOpenLine(pieces: readonly Piece[], columns: number): string | undefined {
    const open = this.#open;
    const { rows, cursor } = this.#footer;
    if (open === undefined || this.#held !== '' || rows.length === 0) return undefined;
    const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '\n')).join('');
    if (text.includes('\n') || !hasAgreedWidth(text)) return undefined;
    const { column } = open;
    if (column + cells(text) >= columns || column === 0) return undefined;
    const written = open.add(text, false);
    return `${SAVE}${moveUp(cursor.row + 1)}\r${moveRight(column)}${written}${RESTORE}`;
  }

  /**
   * The next common case: short lines that end or begin, each within a row. Rows are inserted for them above the footer, which stays as it
   * is. Only line ends move it: how wide a text is never decides where the footer is.
   */
  #insertLines(pieces: readonly Piece[], { columns, rows: height }: TtySize): string | undefined {
    const { rows, cursor } = this.#footer;
    if (this.#held !== '' || rows.length === 0) return undefined;
    let column = this.#open?.column ?? 0;
    let isOpen = this.#open !== undefined;
    // At the last cell the terminal would forget that the next character wraps.
    if (column >= columns) return undefined;
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
      if (column >= columns) return undefined;
    }
    if (added === 0 || added + rows.length >= height) return undefined;
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
        this.#open ??= new OpenLine(columns, this.#wrap);
        out += this.#open.add(piece.text, false);
      } else this.#open = undefined;
    }
    return `${out}${moveDown(cursor.row + 1)}\r${moveRight(cursor.column)}`;
  }

  #writeAbove(pieces: readonly Piece[], columns: number): string {
    let out = this.#footer.erase();
    /** The cursor is at the end of the open line, not at the start of a row. */
    let isInLine = false;
    const enter = (): void => {
      if (isInLine || this.#open === undefined) return;
      isInLine = true;
      const { column } = this.#open;
      // At the last cell the terminal would forget that the next character wraps, so the last one is written again.
      const again = column >= columns ? this.#open.lastGrapheme() : undefined;
      const back = again === undefined ? column : column - Math.max(1, cells(again));
      out += `${moveUp(1)}\r${moveRight(back)}${again ?? ''}`;
    };
    for (const piece of pieces) {
      switch (piece.kind) {
        case 'line':
          out += `${this.#wrapped(piece, columns)}\r\n`;
          break;
        case 'text':
          if (this.#held !== '' || !hasAgreedWidth(piece.text)) {
            this.#held += piece.text;
            break;
          }
          enter();
          this.#open ??= new OpenLine(columns, this.#wrap);
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
    return out;
  }

  #wrapped({ text, keepsWords }: Extract<Piece, { readonly kind: 'line' }>, columns: number): string {
    if (!keepsWords || text.length < columns || !hasAgreedWidth(text)) return text;
    return new OpenLine(columns, this.#wrap).add(text, true);
  }
}

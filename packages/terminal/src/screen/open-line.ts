import { cellWidth, hasSingleCells } from '@sluice/base';
import { cells, withoutStyles } from '../text/cells.ts';

/**
 * Where a line of text that is too long for a row goes on. `words`: a word that doesn't fit begins the next row, and the line stays one
 * logical line of the terminal. `none`: where the terminal wraps it. `hard`: as with `words`, but each row is a line of its own.
 */
export type LineWrap = 'words' | 'none' | 'hard';

const BREAK = '\r\n';
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The log's last line while it is still being written. It stays one logical line of the terminal, unless `hard` is wanted: a word that
 * doesn't fit is put on the next row by blanks up to and including the last cell, so that the terminal marks the row as continued.
 */
export class OpenLine {
  #text = '';
  #columns: number;
  readonly #wrap: LineWrap;
  /** Cells taken in its last row; equal to the columns: the next character wraps. */
  #column = 0;

  constructor(columns: number, wrap: LineWrap = 'words') {
    this.#columns = columns;
    this.#wrap = wrap;
  }

  get column(): number {
    return this.#column;
  }

  /** The last grapheme, to be written again where the cursor is to wrap. */
  lastGrapheme(): string {
    return [...segmenter.segment(this.#text.slice(-24))].at(-1)?.segment ?? '';
  }

  /** Words with the blanks after them, as they are to be written. */
  add(text: string, keepsWords: boolean): string {
    const written = keepsWords && this.#wrap !== 'none' ? this.#kept(text) : text;
    const [first = '', ...rows] = written.split(BREAK);
    this.#append(withoutStyles(first));
    for (const row of rows) {
      this.#text = '';
      this.#column = 0;
      this.#append(withoutStyles(row));
    }
    return written;
  }

  /** The same line on a terminal of another width. */
  rewrap(columns: number): void {
    this.#columns = columns;
    this.#column = 0;
    this.#advance(this.#text);
  }

  #append(plain: string): void {
    this.#text += plain;
    this.#advance(plain);
  }

  #kept(text: string): string {
    let written = '';
    let column = this.#column;
    for (const word of text.match(/\S+\s?|\s/g) ?? []) {
      const width = cells(word);
      const room = this.#columns - column;
      const fits = width <= room || column === 0 || width > this.#columns;
      if (!fits) {
        written = this.#wrap === 'hard' ? `${written.trimEnd()}${BREAK}` : written + ' '.repeat(room);
        column = 0;
      }
      written += word;
      column = after(column, word, this.#columns);
    }
    return written;
  }

  #advance(plain: string): void {
    this.#column = after(this.#column, plain, this.#columns);
  }
}

/** The column after a text that begins at another one; equal to the columns where the next character wraps. */
function after(column: number, text: string, columns: number): number {
  const plain = withoutStyles(text);
  if (hasSingleCells(plain)) {
    const total = column + plain.length;
    return total === 0 ? 0 : ((total - 1) % columns) + 1;
  }
  let at = column;
  for (const { segment } of segmenter.segment(plain)) {
    const width = cellWidth(segment);
    at = at + width > columns ? width : at + width;
  }
  return at;
}

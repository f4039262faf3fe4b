import { isUtf8 } from 'node:buffer';
import { afterNewline, countNewlines } from '../files/text/count-newlines.ts';
import { formatCount } from '../files/text/format.ts';
import { CUT_MARK, cutText, decodeLine } from './decode-line.ts';
import { createLineBuffer, type LineBuffer } from './line-buffer.ts';
import { numberedBytes } from './number-line.ts';
import type { PageLimits } from './read-limits.ts';

export interface Page {
  readonly lines: readonly string[];
  /** Lines scanned so far, plus the one that continues from there. */
  readonly linesSeen: number;
  /** Lines of the page of which only the start is shown. */
  readonly cutLines: number;
  /** Lines of the page that were not valid UTF-8. */
  readonly latin1Lines: number;
  /** The page ended because it was full, not because of its number of lines. */
  readonly isFull: boolean;
}

const NEWLINE = 10;
const BYTE_ORDER_MARK = '\uFEFF';
const NO_BYTES = Buffer.alloc(0);

/** Builds one page of a file from its chunks: skips to the first line, takes lines until a limit is reached, then only counts. */
export class PageBuilder {
  readonly #firstLine: number;
  readonly #limits: PageLimits;
  readonly #current: LineBuffer;
  readonly #lines: string[] = [];
  #status: 'skipping' | 'collecting' | 'counting';
  #newlines = 0;
  #endsInLine = false;
  #usedBytes = 0;
  #cutLines = 0;
  #latin1Lines = 0;
  #isFull = false;

  /** `firstLine` starts at 1. */
  constructor(firstLine: number, limits: PageLimits) {
    this.#firstLine = firstLine;
    this.#limits = limits;
    // No UTF-16 unit takes more than three bytes of UTF-8; with four more, what was kept is longer than what is shown.
    this.#current = createLineBuffer(limits.lineLength * 3 + 4);
    this.#status = firstLine > 1 ? 'skipping' : 'collecting';
  }

  /** `collecting` once the first line is reached, `counting` once the page is complete. */
  status(): 'skipping' | 'collecting' | 'counting' {
    return this.#status;
  }

  /** The next bytes of the file; not kept after the call. */
  push(chunk: Buffer): void {
    if (chunk.length === 0) return;
    let position = 0;
    if (this.#status === 'skipping') position = this.#skip(chunk);
    if (this.#status === 'collecting') position = this.#collect(chunk, position);
    if (this.#status === 'counting') this.#newlines += countNewlines(chunk.subarray(position));
    this.#endsInLine = chunk[chunk.length - 1] !== NEWLINE;
  }

  /** `atEnd`: everything was pushed. Otherwise an unfinished line is shown only if more of it would be cut anyway. */
  finish(atEnd: boolean): Page {
    if (this.#status === 'collecting' && this.#current.length() > 0) {
      if (atEnd || this.#current.length() > this.#limits.lineLength * 3) this.#endLine(NO_BYTES, atEnd);
      else this.#isFull = true;
    }
    const isLineOpen = this.#endsInLine || !atEnd;
    return {
      lines: this.#lines,
      linesSeen: this.#newlines + (isLineOpen ? 1 : 0),
      cutLines: this.#cutLines,
      latin1Lines: this.#latin1Lines,
      isFull: this.#isFull,
    };
  }

  #skip(chunk: Buffer): number {
    const count = countNewlines(chunk);
    const missing = this.#firstLine - 1 - this.#newlines;
    if (count < missing) {
      this.#newlines += count;
      return chunk.length;
    }
    this.#newlines += missing;
    this.#status = 'collecting';
    return afterNewline(chunk, missing);
  }

  #collect(chunk: Buffer, from: number): number {
    let start = this.#collectPlain(chunk, from);
    while (this.#status === 'collecting' && start < chunk.length) {
      const found = chunk.indexOf(NEWLINE, start);
      if (found === -1) {
        this.#current.append(chunk.subarray(start));
        return chunk.length;
      }
      this.#newlines++;
      this.#endLine(chunk.subarray(start, found), true);
      start = found + 1;
    }
    return start;
  }

  /**
   * Takes a chunk's whole lines as one text, many times as fast as one by one. Stops at the first line that is cut, or if not all is
   * UTF-8; returns the position it has reached.
   */
  #collectPlain(chunk: Buffer, from: number): number {
    if (this.#current.length() > 0) return from;
    const end = chunk.lastIndexOf(NEWLINE, Math.min(chunk.length, from + this.#limits.bytes) - 1) + 1;
    if (end <= from) return from;
    const bytes = chunk.subarray(from, end);
    if (!isUtf8(bytes)) return from;
    const text = bytes.toString('utf8');
    const isAscii = text.length === bytes.length;
    let start = 0;
    while (this.#status === 'collecting' && start < text.length) {
      const found = text.indexOf('\n', start);
      if (found - start > this.#limits.lineLength) break;
      const hasReturn = found > start && text[found - 1] === '\r';
      const line = this.#withoutMark(text.slice(start, hasReturn ? found - 1 : found));
      this.#newlines++;
      this.#take(line, isAscii ? line.length : Buffer.byteLength(line));
      start = found + 1;
    }
    return from + (isAscii ? start : Buffer.byteLength(text.slice(0, start)));
  }

  #endLine(last: Buffer, isWhole: boolean): void {
    const { kept, length } = this.#current.take(last);
    const decoded = decodeLine(kept, kept.length < length);
    const text = this.#withoutMark(decoded.text);
    const isCut = text.length > this.#limits.lineLength || kept.length < length;
    const shown = isCut ? cutText(text, this.#limits.lineLength) + cutMarker(length, isWhole) : text;
    if (!this.#take(shown, Buffer.byteLength(shown))) return;
    if (isCut) this.#cutLines++;
    if (decoded.isLatin1) this.#latin1Lines++;
  }

  /** Adds a line of this many bytes to the page; false if the page is full. */
  #take(shown: string, bytes: number): boolean {
    const used = numberedBytes(this.#firstLine + this.#lines.length, bytes) + 1;
    if (this.#lines.length > 0 && this.#usedBytes + used > this.#limits.bytes) {
      this.#isFull = true;
      this.#status = 'counting';
      return false;
    }
    this.#lines.push(shown);
    this.#usedBytes += used;
    if (this.#lines.length === this.#limits.lines) this.#status = 'counting';
    return true;
  }

  #withoutMark(line: string): string {
    const isFirst = this.#firstLine + this.#lines.length === 1;
    return isFirst && line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line;
  }
}

function cutMarker(length: number, isWhole: boolean): string {
  return `${CUT_MARK}: the line is ${isWhole ? '' : 'at least '}${formatCount(length)} bytes long]`;
}

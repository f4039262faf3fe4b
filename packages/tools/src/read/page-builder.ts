import { isUtf8 } from 'node:buffer';
import { afterNewline, countNewlines } from '../files/count-newlines.ts';
import { formatCount } from '../files/format.ts';
import { CUT_MARK, cutText, decodeLine } from './decode-line.ts';
import { createLineBuffer } from './line-buffer.ts';
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

/** Builds one page of a file from its chunks: skips to the first line, takes lines until a limit is reached, then only counts. */
interface PageBuilder {
  /** The next bytes of the file; not kept after the call. */
  push(chunk: Buffer): void;
  /** `collecting` once the first line is reached, `counting` once the page is complete. */
  status(): 'skipping' | 'collecting' | 'counting';
  /** `atEnd`: everything was pushed. Otherwise an unfinished line is shown only if more of it would be cut anyway. */
  finish(atEnd: boolean): Page;
}

const NEWLINE = 10;
const BYTE_ORDER_MARK = '\uFEFF';
const NO_BYTES = Buffer.alloc(0);

/** `firstLine` starts at 1. */
export function createPageBuilder(firstLine: number, limits: PageLimits): PageBuilder {
  // No UTF-16 unit takes more than three bytes of UTF-8; with four more, what was kept is longer than what is shown.
  const current = createLineBuffer(limits.lineLength * 3 + 4);
  const lines: string[] = [];
  let status: 'skipping' | 'collecting' | 'counting' = firstLine > 1 ? 'skipping' : 'collecting';
  let newlines = 0;
  let endsInLine = false;
  let usedBytes = 0;
  let cutLines = 0;
  let latin1Lines = 0;
  let isFull = false;

  function skip(chunk: Buffer): number {
    const count = countNewlines(chunk);
    const missing = firstLine - 1 - newlines;
    if (count < missing) {
      newlines += count;
      return chunk.length;
    }
    newlines += missing;
    status = 'collecting';
    return afterNewline(chunk, missing);
  }

  function collect(chunk: Buffer, from: number): number {
    let start = collectPlain(chunk, from);
    while (status === 'collecting' && start < chunk.length) {
      const found = chunk.indexOf(NEWLINE, start);
      if (found === -1) {
        current.append(chunk.subarray(start));
        return chunk.length;
      }
      newlines++;
      endLine(chunk.subarray(start, found), true);
      start = found + 1;
    }
    return start;
  }

  /**
   * Takes a chunk's whole lines as one text, many times as fast as one by one. Stops at the first line that is cut, or if not all is
   * UTF-8; returns the position it has reached.
   */
  function collectPlain(chunk: Buffer, from: number): number {
    if (current.length() > 0) return from;
    const end = chunk.lastIndexOf(NEWLINE, Math.min(chunk.length, from + limits.bytes) - 1) + 1;
    if (end <= from) return from;
    const bytes = chunk.subarray(from, end);
    if (!isUtf8(bytes)) return from;
    const text = bytes.toString('utf8');
    const isAscii = text.length === bytes.length;
    let start = 0;
    while (status === 'collecting' && start < text.length) {
      const found = text.indexOf('\n', start);
      if (found - start > limits.lineLength) break;
      const hasReturn = found > start && text[found - 1] === '\r';
      const line = withoutMark(text.slice(start, hasReturn ? found - 1 : found));
      newlines++;
      take(line, isAscii ? line.length : Buffer.byteLength(line));
      start = found + 1;
    }
    return from + (isAscii ? start : Buffer.byteLength(text.slice(0, start)));
  }

  function endLine(last: Buffer, isWhole: boolean): void {
    const { kept, length } = current.take(last);
    const decoded = decodeLine(kept, kept.length < length);
    const text = withoutMark(decoded.text);
    const isCut = text.length > limits.lineLength || kept.length < length;
    const shown = isCut ? cutText(text, limits.lineLength) + cutMarker(length, isWhole) : text;
    if (!take(shown, Buffer.byteLength(shown))) return;
    if (isCut) cutLines++;
    if (decoded.isLatin1) latin1Lines++;
  }

  /** Adds a line of this many bytes to the page; false if the page is full. */
  function take(shown: string, bytes: number): boolean {
    const used = numberedBytes(firstLine + lines.length, bytes) + 1;
    if (lines.length > 0 && usedBytes + used > limits.bytes) {
      isFull = true;
      status = 'counting';
      return false;
    }
    lines.push(shown);
    usedBytes += used;
    if (lines.length === limits.lines) status = 'counting';
    return true;
  }

  function withoutMark(line: string): string {
    const isFirst = firstLine + lines.length === 1;
    return isFirst && line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line;
  }

  return {
    push(chunk) {
      if (chunk.length === 0) return;
      let position = 0;
      if (status === 'skipping') position = skip(chunk);
      if (status === 'collecting') position = collect(chunk, position);
      if (status === 'counting') newlines += countNewlines(chunk.subarray(position));
      endsInLine = chunk[chunk.length - 1] !== NEWLINE;
    },
    status: () => status,
    finish(atEnd) {
      if (status === 'collecting' && current.length() > 0) {
        if (atEnd || current.length() > limits.lineLength * 3) endLine(NO_BYTES, atEnd);
        else isFull = true;
      }
      const isLineOpen = endsInLine || !atEnd;
      return { lines, linesSeen: newlines + (isLineOpen ? 1 : 0), cutLines, latin1Lines, isFull };
    },
  };
}

function cutMarker(length: number, isWhole: boolean): string {
  return `${CUT_MARK}: the line is ${isWhole ? '' : 'at least '}${formatCount(length)} bytes long]`;
}

import { createByteGatherer } from './byte-gatherer.ts';
import { decodeUtf8 } from './decode-utf8.ts';

const LF = 10;
const CR = 13;

export type LostReason = 'too-long' | 'not-utf8';

/** Bytes of a lost line that tell what it was. */
const HEAD_BYTES = 1_024;

/**
 * A line without its line end; `number` is 1-based. A lost line existed but is not available, except for its first 1,024 bytes (`head`, with
 * replacement characters).
 */
export type SplitLine =
  | { readonly kind: 'line'; readonly number: number; readonly text: string }
  | { readonly kind: 'lost'; readonly number: number; readonly reason: LostReason; readonly head: string };

export interface LineSplitter {
  /**
   * The lines that this chunk completed, plus a line that became too long (reported once, when it exceeds the
   * limit).
   */
  push(chunk: Uint8Array): SplitLine[];
  /** The last line, if the input ended without a line end. */
  end(): SplitLine | undefined;
}

export interface LineSplitterOptions {
  /** Longer lines are skipped; never more than this is held. */
  readonly maxLineBytes: number;
  /** `lf`: a line ends with LF, and a CR before it is part of the line. `any`: CR, LF, or CRLF. */
  readonly lineEnds: 'lf' | 'any';
  /** The number of the first line, if earlier lines were already read. Default 1. */
  readonly firstLine?: number;
}

/** Splits bytes in chunks of any size into lines. */
export function createLineSplitter(options: LineSplitterOptions): LineSplitter {
  const { maxLineBytes, lineEnds } = options;
  const held = createByteGatherer();
  let number = options.firstLine ?? 1;
  let isSkipping = false;
  let swallowsLf = false;

  function lost(reason: LostReason, parts: readonly Uint8Array[]): SplitLine {
    return { kind: 'lost', number, reason, head: headOf(parts) };
  }

  function decoded(parts: readonly Uint8Array[]): SplitLine {
    const text = decodeUtf8(parts);
    return text === undefined ? lost('not-utf8', parts) : { kind: 'line', number, text };
  }

  function hold(piece: Uint8Array): SplitLine | undefined {
    if (isSkipping) return undefined;
    if (held.length() + piece.length > maxLineBytes) {
      const line = lost('too-long', [...held.parts().slice(0, 1), piece]);
      held.clear();
      isSkipping = true;
      return line;
    }
    held.append(piece);
    return undefined;
  }

  function finish(piece: Uint8Array): SplitLine | undefined {
    let line: SplitLine | undefined;
    if (held.length() === 0 && !isSkipping && piece.length <= maxLineBytes) {
      line = decoded([piece]);
    } else {
      line = hold(piece);
      if (!isSkipping) line = decoded(held.parts());
    }
    held.clear();
    isSkipping = false;
    number += 1;
    return line;
  }

  return {
    push(chunk) {
      const lines: SplitLine[] = [];
      let from = 0;
      if (swallowsLf && chunk.length > 0) {
        swallowsLf = false;
        if (chunk[0] === LF) from = 1;
      }
      let nextLf = -1;
      let nextCr = lineEnds === 'any' ? -1 : chunk.length;
      while (from < chunk.length) {
        if (nextLf < from) nextLf = indexOrEnd(chunk, LF, from);
        if (nextCr < from) nextCr = indexOrEnd(chunk, CR, from);
        const end = Math.min(nextLf, nextCr);
        const piece = chunk.subarray(from, end);
        const line = end === chunk.length ? hold(piece) : finish(piece);
        if (line !== undefined) lines.push(line);
        from = end + 1;
        if (chunk[end] === CR) {
          if (from === chunk.length) swallowsLf = true;
          else if (chunk[from] === LF) from += 1;
        }
      }
      return lines;
    },
    end() {
      return held.length() === 0 ? undefined : finish(new Uint8Array(0));
    },
  };
}

function headOf(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  let [text, left] = ['', HEAD_BYTES];
  for (const part of parts) {
    if (left <= 0) break;
    text += decoder.decode(part.subarray(0, left), { stream: true });
    left -= part.length;
  }
  return text;
}

function indexOrEnd(chunk: Uint8Array, byte: number, from: number): number {
  const index = chunk.indexOf(byte, from);
  return index === -1 ? chunk.length : index;
}

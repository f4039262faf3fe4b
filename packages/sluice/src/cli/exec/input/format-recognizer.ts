import { feedProblem } from '@sluice/agent';
import type { FeedItem } from '@sluice/core';

/** `stream`: from a model API; its decoder finds out which. */
type InputFormat = 'json-lines' | 'stream';

type Recognition =
  | { readonly status: 'undecided'; readonly problems: readonly FeedItem[] }
  | {
      readonly status: 'recognized';
      readonly format: InputFormat;
      /** The 1-based line on which the format was recognized. */
      readonly line: number;
      /** The bytes from the start of that line that were held back, then the rest of the chunk. */
      readonly bytes: readonly Uint8Array[];
      readonly problems: readonly FeedItem[];
    };

export interface FormatRecognizer {
  push(chunk: Uint8Array): Recognition;
  /** The input ended undecided: returns a problem if it wasn't blank and none has been reported. */
  end(): readonly FeedItem[];
}

const LF = 10;
const CR = 13;
const BRACKET = 0x5b;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const BLANK = new Set([9, 32]);
const EVENT_STREAM_STARTS = [':', 'data:', 'event:', 'id:', 'retry:'];
const SAMPLE_BYTES = 40;

/**
 * Recognizes the format of an input from the first bytes of its first nonblank line, and buffers only those. Reports a line that starts
 * neither format once and skips it, along with all lines up to one that does.
 */
export function createFormatRecognizer(): FormatRecognizer {
  let line = 1;
  let position = 0;
  let isAfterCr = false;
  let hasReported = false;
  let isForeign = false;
  let start: number[] = [];

  function tell(): FeedItem[] {
    if (hasReported) return [];
    hasReported = true;
    return [feedProblem('not-json', neitherFormat(start), line)];
  }

  /** The first object of a list may be on a later line than its bracket. */
  function isOpenList(): boolean {
    return start.length === 1 && start[0] === BRACKET;
  }

  /** Moves past a byte that ends or leads a line; false if the byte is part of the line's text. */
  function isBetweenLines(byte: number): boolean {
    const isSecondHalf = byte === LF && isAfterCr;
    isAfterCr = byte === CR;
    if (isSecondHalf) return true;
    if (byte === LF || byte === CR) {
      line += 1;
      if (isOpenList()) return true;
      start = [];
      isForeign = false;
      return true;
    }
    const isMark = position < BYTE_ORDER_MARK.length && byte === BYTE_ORDER_MARK[position];
    return (start.length === 0 && (BLANK.has(byte) || isMark)) || (isOpenList() && BLANK.has(byte));
  }

  return {
    push(chunk) {
      const problems: FeedItem[] = [];
      for (const [index, byte] of chunk.entries()) {
        if ((byte === LF || byte === CR) && start.length > 0 && !isOpenList()) problems.push(...tell());
        const isBetween = isBetweenLines(byte);
        position += 1;
        if (isBetween) continue;
        if (start.length < SAMPLE_BYTES) start.push(byte);
        if (isForeign) {
          if (start.length === SAMPLE_BYTES) problems.push(...tell());
          continue;
        }
        const format = formatOf(String.fromCharCode(...start));
        isForeign = format === 'neither';
        if (format === 'neither' || format === 'open') continue;
        const bytes = [Uint8Array.from(start), chunk.subarray(index + 1)];
        return { status: 'recognized', format, line, bytes, problems };
      }
      return { status: 'undecided', problems };
    },
    end: () => (start.length > 0 ? tell() : []),
  };
}

function formatOf(start: string): InputFormat | 'neither' | 'open' {
  if (start.startsWith('{')) return 'json-lines';
  if (EVENT_STREAM_STARTS.includes(start)) return 'stream';
  // Gemini sends a list of objects unless asked for events.
  if (start === '[') return 'open';
  if (start.startsWith('[{')) return 'stream';
  return EVENT_STREAM_STARTS.some((whole) => whole.startsWith(start)) ? 'open' : 'neither';
}

function neitherFormat(start: readonly number[]): string {
  const came = JSON.stringify(new TextDecoder().decode(Uint8Array.from(start)));
  return (
    `The input starts with ${came}. Expected JSON lines (each line one object, such as ` +
    '{"type":"tool_use","id":…,"name":…,"input":{…}}) or the event stream of a model API: Anthropic Messages, OpenAI ' +
    'Chat Completions or Responses, Gemini or Gemini Interactions (lines such as "event: …" and "data: {…}"; of Gemini a list of objects ' +
    'too). Lines before the first of these are skipped.'
  );
}

import { createByteGatherer } from './byte-gatherer.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import type { SseEvent, SseParser, SseParserOptions } from './sse-parser.ts';

const LF = 10;
const QUOTE = 34;
const BACKSLASH = 92;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);
const OBJECT = 0x7b;

/** Splits one JSON list, in pieces of any size, into its objects, each emitted like the data of an event. */
export function createJsonArraySplitter(options: SseParserOptions): SseParser {
  const { maxEventBytes, firstLine = 1 } = options;
  const held = createByteGatherer();
  let line = firstLine;
  let startLine = firstLine;
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  let isTooLong = false;

  function hold(piece: Uint8Array): void {
    if (isTooLong) return;
    isTooLong = held.length() + piece.length > maxEventBytes;
    if (isTooLong) held.clear();
    else held.append(piece);
  }

  function finish(): SseEvent {
    const data = isTooLong ? undefined : decodeUtf8(held.parts());
    const reason = isTooLong ? 'too-long' : 'not-utf8';
    held.clear();
    isTooLong = false;
    if (data === undefined) return { kind: 'lost', reason, line: startLine };
    return { kind: 'event', name: undefined, data, lastEventId: '', retry: undefined, line: startLine };
  }

  /** True if the byte ends an object of the list. */
  function step(byte: number): boolean {
    if (byte === LF) line += 1;
    if (isString) {
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) isString = false;
      return false;
    }
    if (byte === QUOTE) isString = depth > 0;
    else if (OPEN.has(byte)) depth += 1;
    else if (CLOSE.has(byte)) {
      depth -= 1;
      return depth === 0;
    }
    return false;
  }

  return {
    push(chunk) {
      const events: SseEvent[] = [];
      let from = depth > 0 ? 0 : -1;
      for (const [index, byte] of chunk.entries()) {
        if (depth === 0) {
          if (byte === LF) line += 1;
          if (byte !== OBJECT) continue;
          from = index;
          startLine = line;
          depth = 1;
        } else if (step(byte)) {
          hold(chunk.subarray(from, index + 1));
          events.push(finish());
          from = -1;
        }
      }
      if (depth > 0 && from >= 0) hold(chunk.subarray(from));
      return events;
    },
    end: () => (depth > 0 ? finish() : undefined),
  };
}

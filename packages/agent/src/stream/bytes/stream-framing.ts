import { createJsonArraySplitter } from './json-array-splitter.ts';
import { createSseParser, type SseParser, type SseParserOptions } from './sse-parser.ts';

const LIST = 0x5b;
const LF = 10;
const BLANK = new Set([9, LF, 13, 32]);

/**
 * The events of a stream: a list of JSON objects if it begins with a bracket, otherwise server-sent events.
 */
export function createStreamFraming(options: SseParserOptions): SseParser {
  let inner = createSseParser(options);
  let isDecided = false;
  let line = options.firstLine ?? 1;

  return {
    push(chunk) {
      if (isDecided) return inner.push(chunk);
      const start = chunk.findIndex((byte) => !BLANK.has(byte));
      isDecided = start !== -1;
      if (chunk[start] !== LIST) {
        line += chunk.filter((byte) => byte === LF).length;
        return inner.push(chunk);
      }
      line += chunk.subarray(0, start).filter((byte) => byte === LF).length;
      inner = createJsonArraySplitter({ ...options, firstLine: line });
      return inner.push(chunk.subarray(start));
    },
    end: () => inner.end(),
  };
}

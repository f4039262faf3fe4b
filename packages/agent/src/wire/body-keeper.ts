import type { ModelMessage, ModelRequest } from '@sluice/core';
import { thinkingForm } from './anthropic-thinking.ts';
import type { WireFormat, WireOptions } from './wire-format.ts';

/** A request's body: buffers to send in order. They never change afterwards. */
export interface WireBody {
  readonly buffers: readonly Buffer[];
  /** Total bytes. */
  readonly length: number;
}

/** Keeps the bytes of messages that were sent, so that a turn costs only what is new. One per session. */
export interface BodyKeeper {
  body(request: ModelRequest, options: WireOptions): WireBody;
}

const FIRST_BYTES = 65_536;
/** From here on the buffer grows by a quarter: doubled, it would hold megabytes that are never used. */
const LARGE_BYTES = 1_000_000;
const COMMA = Buffer.from(',');

/** The JSON around the messages: tools and system text, which seldom change. */
interface Frame {
  readonly madeOf: readonly unknown[];
  readonly head: Buffer;
  readonly tail: Buffer;
}

export function createBodyKeeper(wire: WireFormat): BodyKeeper {
  let frame: Frame | undefined;
  const kept: ModelMessage[] = [];
  /** The end offset of each kept message. */
  const ends: number[] = [];
  let bytes = Buffer.allocUnsafe(0);
  let length = 0;

  /** How many messages at the start of the list are the ones that were sent. */
  function countKept(messages: readonly ModelMessage[]): number {
    let count = 0;
    while (count < kept.length && kept[count] === messages[count]) count += 1;
    return count;
  }

  function forget(count: number): void {
    if (count === kept.length) return;
    kept.length = count;
    ends.length = count;
    length = ends.at(-1) ?? 0;
    // Bytes that are being sent must not change, so copy before writing more.
    bytes = Buffer.from(bytes.subarray(0, length));
  }

  function append(piece: Buffer): void {
    if (length + piece.length > bytes.length) {
      const next = bytes.length * (bytes.length < LARGE_BYTES ? 2 : 1.25);
      const grown = Buffer.allocUnsafe(Math.max(FIRST_BYTES, Math.ceil(next), length + piece.length));
      bytes.copy(grown, 0, 0, length);
      bytes = grown;
    }
    piece.copy(bytes, length);
    length += piece.length;
  }

  function frameOf(request: ModelRequest, options: WireOptions): Frame {
    const { system, sharedSystemTexts, tools, toolChoice, maxOutputTokens, isStreamed, thinking } = request;
    const { model, maxOutputTokens: max, omit, maxTokensField, takesThinking } = options;
    const madeOf = [
      ...[system, sharedSystemTexts, tools, toolChoice, maxOutputTokens, isStreamed],
      ...[model, max, omit, maxTokensField],
      // The cache marks depend on it.
      request.messages.length >= 3,
      ...[thinking?.effort, thinking?.maxTokens, takesThinking, thinkingForm(request, takesThinking)],
    ];
    const { madeOf: before } = frame ?? {};
    if (frame !== undefined && madeOf.every((part, index) => part === before?.[index])) return frame;
    return {
      madeOf,
      head: Buffer.from(wire.head(request, options)),
      tail: Buffer.from(wire.tail(request, options)),
    };
  }

  /**
   * The kept messages, with cache marks in the last one and in the last one of the previous request: a cache
   * lookup goes back only a few blocks from a mark, and a turn may have more.
   */
  function markedMessages(): Buffer[] {
    const pieces: Buffer[] = [];
    let from = 0;
    for (const index of [kept.length - 3, kept.length - 1]) {
      const start = index <= 0 ? 0 : (ends[index - 1] ?? 0) + COMMA.length;
      const end = ends[index];
      const mark = end === undefined ? undefined : wire.mark(bytes.subarray(start, end));
      if (end === undefined || mark === undefined) continue;
      const split = end - mark.bytesAfter;
      pieces.push(bytes.subarray(from, split), Buffer.from(mark.text));
      from = split;
    }
    return [...pieces, bytes.subarray(from, length)];
  }

  return {
    body(request, options) {
      const { messages } = request;
      forget(countKept(messages));
      for (const message of messages.slice(kept.length)) {
        if (kept.length > 0) append(COMMA);
        append(Buffer.from(wire.encodeMessage(message, kept.at(-1))));
        kept.push(message);
        ends.push(length);
      }
      frame = frameOf(request, options);
      const buffers = [frame.head, ...markedMessages(), frame.tail];
      return { buffers, length: buffers.reduce((total, buffer) => total + buffer.length, 0) };
    },
  };
}

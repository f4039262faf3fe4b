import { isJsonObject, type FeedProblemCode } from '@sluice/core';
import type { DecodedEvent } from './decoded-event.ts';
import { createFormatReader, type FormatReader, type FormatReaderOptions } from './format-reader.ts';
import type { StreamFormat } from './model-format.ts';
import { parseJson } from './parse-json.ts';
import { recognizeEvent } from './recognize-event.ts';
import type { SseEvent } from './bytes/sse-parser.ts';
import { createStreamFraming } from './bytes/stream-framing.ts';

export interface ModelDecoderOptions {
  /** Maximum bytes of one event, and characters of one block of a message. Default 64 MiB. */
  readonly maxEventBytes?: number;
  /** The number of the first line, if earlier lines were already read. Default 1. */
  readonly firstLine?: number;
  /**
   * Part of the ids generated for calls whose id is missing or repeated in their message: a counter of the
   * session, for answers that may lack an id. Default empty.
   */
  readonly callIdPrefix?: string;
  /** Formats whose call ids are left unchanged, even if missing. Default none. */
  readonly leavesIds?: readonly StreamFormat[];
  /** Maps the API's name of a tool to the real name (`WireFormat.toolName`). Default: unchanged. */
  readonly toolName?: (wireName: string) => string;
}

/**
 * Decodes the stream of one API. Pure: it neither reads nor waits, and never throws for invalid input. It
 * continues after `failed`, since recorded streams may follow one another; a reader of a single answer stops
 * there.
 */
export interface ModelDecoder {
  /** The events that this chunk completed. */
  push(chunk: Uint8Array): DecodedEvent[];
  /** The input has ended: what is open is cut. Call it once, last. */
  end(): DecodedEvent[];
}

const DEFAULT_MAX_EVENT_BYTES = 64 * 1024 * 1024;
const DONE = '[DONE]';

/**
 * `recognized`: use the format of the first event that identifies one. A stream that is cut at any byte gives
 * the same blocks as the whole stream up to that point, with open ones as cut, and never a different call.
 */
export function createModelDecoder(
  format: StreamFormat | 'recognized',
  options: ModelDecoderOptions = {},
): ModelDecoder {
  const { maxEventBytes = DEFAULT_MAX_EVENT_BYTES, firstLine = 1, toolName, ...ids } = options;
  let events: DecodedEvent[] = [];
  const optionsFor = (api: StreamFormat): FormatReaderOptions => ({
    emit: (event) => {
      events.push(event);
    },
    maxBlockChars: maxEventBytes,
    callIdPrefix: ids.leavesIds?.includes(api) === true ? undefined : (ids.callIdPrefix ?? ''),
    toolName: toolName ?? ((name) => name),
  });
  const framing = createStreamFraming({ maxEventBytes, firstLine });
  let reader: FormatReader | undefined =
    format === 'recognized' ? undefined : createFormatReader(format, optionsFor(format));
  let hasReportedUnknown = false;

  function lose(code: FeedProblemCode, message: string, line: number): void {
    reader?.loseEvent();
    events.push({ type: 'problem', code, message, line });
  }

  function readerFor(event: object, name: string | undefined, line: number): FormatReader | undefined {
    if (reader !== undefined) return reader;
    const found = recognizeEvent(event, name);
    if (found !== undefined) reader = createFormatReader(found, optionsFor(found));
    else if (!hasReportedUnknown) {
      hasReportedUnknown = true;
      lose('unknown-event', UNKNOWN_FORMAT, line);
    }
    return reader;
  }

  function decode(event: SseEvent): void {
    const { line } = event;
    if (event.kind === 'lost') {
      return event.reason === 'too-long'
        ? lose('line-too-long', `An event is longer than ${maxEventBytes} bytes; skipped.`, line)
        : lose('not-json', 'An event is not valid UTF-8; skipped.', line);
    }
    if (event.data === DONE) return reader?.done(line);
    const json = parseJson(event.data);
    if (!json.ok) return lose('not-json', `The data of an event is not JSON: ${json.fault}`, line);
    if (!isJsonObject(json.value)) {
      return lose('not-a-message', 'The data of an event is not a JSON object.', line);
    }
    readerFor(json.value, event.name, line)?.accept(json.value, event.name, line);
  }

  function taken(): DecodedEvent[] {
    const given = events;
    events = [];
    return given;
  }

  return {
    push(chunk) {
      for (const event of framing.push(chunk)) decode(event);
      return taken();
    },
    end() {
      const last = framing.end();
      const isReported = last !== undefined && canTellAtEnd(last);
      if (isReported) decode(last);
      const isCut = last !== undefined && !isReported;
      if (reader !== undefined) reader.end(last?.line, isCut);
      else if (isCut) lose('stream-cut', 'The stream ended within its first event.', last.line);
      return taken();
    },
  };
}

const UNKNOWN_FORMAT =
  'An event matches no supported stream format (Anthropic Messages, OpenAI Chat Completions, OpenAI Responses, ' +
  'Gemini, Gemini Interactions); events are ignored until one matches.';

/** A complete object can't be the prefix of a longer one, so nothing is missing from its event. */
function canTellAtEnd(last: SseEvent): boolean {
  if (last.kind === 'lost') return last.reason === 'too-long';
  return last.data === DONE || parseJson(last.data).ok;
}

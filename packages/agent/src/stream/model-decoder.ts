import { isJsonObject } from '@sluice/core';
import { createAnthropicReader } from './anthropic-reader.ts';
import type { DecodedEvent } from './decoded-event.ts';
import type { EventReader } from './event-reader.ts';
import { createMessageAssembler, type MessageAssembler } from './message-assembler.ts';
import type { ModelFormat } from './model-format.ts';
import { parseJson } from './parse-json.ts';
import { createSseParser, type SseEvent } from './sse-parser.ts';

export interface ModelDecoderOptions {
  /** Cap for one event in bytes, and for one block of a message in characters. Default 64 MiB. */
  readonly maxEventBytes?: number;
  /** The number of the first line, when some were read before. Default 1. */
  readonly firstLine?: number;
  /**
   * Part of the ids that are made for calls whose id is missing, or came before in their message: a counter of the
   * session, where its answers may have no id of their own. Default empty. `null`: ids are left as they are.
   */
  readonly callIdPrefix?: string | null;
  /** The name of the tool that the API calls by this one (`WireFormat.toolName`). Default: the same. */
  readonly toolName?: (wireName: string) => string;
}

/**
 * Decodes the stream of one API. Pure: it neither reads nor waits, and never throws for bad input. After `failed` it
 * goes on with what comes, since recorded streams stand one after the other; a reader of one answer stops there.
 */
export interface ModelDecoder {
  /** What this piece of any size has completed. */
  push(chunk: Uint8Array): DecodedEvent[];
  /** The bytes have ended: what is open is cut. Called once, last. */
  end(): DecodedEvent[];
}

export const DEFAULT_MAX_EVENT_BYTES = 64 * 1024 * 1024;

export function createModelDecoder(
  format: Extract<ModelFormat, 'anthropic'>,
  options: ModelDecoderOptions = {},
): ModelDecoder {
  const { maxEventBytes = DEFAULT_MAX_EVENT_BYTES, firstLine = 1, callIdPrefix = '', toolName } = options;
  let events: DecodedEvent[] = [];
  const assembler = createMessageAssembler({
    api: format,
    emit: (event) => {
      events.push(event);
    },
    maxBlockChars: maxEventBytes,
    callIdPrefix: callIdPrefix ?? undefined,
    toolName: toolName ?? ((name) => name),
  });
  const reader = createAnthropicReader(assembler);
  const parser = createSseParser({ maxEventBytes, firstLine });

  function taken(): DecodedEvent[] {
    const given = events;
    events = [];
    return given;
  }

  return {
    push(chunk) {
      for (const event of parser.push(chunk)) readEvent(event, reader, assembler, maxEventBytes);
      return taken();
    },
    end() {
      const last = parser.end();
      const isTold = last !== undefined && canTellAtEnd(last);
      if (isTold) readEvent(last, reader, assembler, maxEventBytes);
      reader.end(last?.line, last !== undefined && !isTold);
      return taken();
    },
  };
}

function readEvent(
  event: SseEvent,
  reader: EventReader,
  assembler: MessageAssembler,
  maxEventBytes: number,
): void {
  const { line } = event;
  const lose: MessageAssembler['problem'] = (code, text) => {
    assembler.loseEvent();
    assembler.problem(code, text, line);
  };
  if (event.kind === 'lost') {
    return event.reason === 'too-long'
      ? lose('line-too-long', `An event is longer than ${maxEventBytes} bytes; skipped.`, line)
      : lose('not-json', 'An event is not valid UTF-8; skipped.', line);
  }
  if (event.data === DONE) return reader.done(line);
  const json = parseJson(event.data);
  if (!json.ok) return lose('not-json', `The data of an event is not JSON: ${json.fault}`, line);
  if (!isJsonObject(json.value)) {
    return lose('not-a-message', 'The data of an event is not a JSON object.', line);
  }
  reader.accept(json.value, event.name, line);
}

const DONE = '[DONE]';

/** An object that is complete can't be the beginning of a longer one, so nothing of its event is missing. */
function canTellAtEnd(last: SseEvent): boolean {
  if (last.kind === 'lost') return last.reason === 'too-long';
  return last.data === DONE || parseJson(last.data).ok;
}

import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { DecodedEvent } from './decoded-event.ts';
import { createFormatReader, type FormatReader } from './format-reader.ts';
import type { ModelDecoderOptions } from './model-decoder.ts';
import type { StreamFormat } from './model-format.ts';
import { errorOf } from './errors/server-error.ts';
import { ownList, ownObject, ownText } from './own-value.ts';

export type DecodeWholeOptions = Pick<ModelDecoderOptions, 'callIdPrefix' | 'toolName'>;

/** Decodes a parsed, non-streamed answer into the events that a stream of it would give. */
export function decodeWhole(
  format: StreamFormat,
  body: unknown,
  options: DecodeWholeOptions = {},
): DecodedEvent[] {
  const events: DecodedEvent[] = [];
  const reader = createFormatReader(format, {
    emit: (event) => {
      events.push(event);
    },
    maxBlockChars: Infinity,
    callIdPrefix: options.callIdPrefix ?? '',
    toolName: options.toolName ?? ((name) => name),
  });
  if (!isJsonObject(body)) {
    const message = 'The response body is not a JSON object; is this the address of a model API?';
    return [failed(message)];
  }
  const error = errorOf(body);
  // Some servers send a string where others send an object.
  if (error !== undefined) reader.accept({ ...body, error }, 'error', 1);
  else READ_WHOLE[format](body, reader);
  reader.end(undefined, false);
  const hasEnded = events.some(({ type }) => type === 'message-end' || type === 'failed');
  return hasEnded ? events : [...events, failed('The response body contains no message of this API.')];
}

function failed(message: string): DecodedEvent {
  const failure = { kind: 'server', message, isRetryable: false } as const;
  return { type: 'failed', failure, line: undefined, said: undefined };
}

type ReadWhole = (body: JsonObject, reader: FormatReader) => void;

const READ_WHOLE: Record<StreamFormat, ReadWhole> = {
  anthropic(body, reader) {
    const accept = (event: object): void => reader.accept(event, undefined, 1);
    if (!Array.isArray(getOwn(body, 'content'))) return;
    accept({ type: 'message_start', message: body });
    for (const [index, block] of ownList(body, 'content').entries()) {
      accept({ type: 'content_block_start', index, content_block: block });
      accept({ type: 'content_block_stop', index });
    }
    accept({
      type: 'message_delta',
      delta: { stop_reason: getOwn(body, 'stop_reason') },
      usage: getOwn(body, 'usage'),
    });
    accept({ type: 'message_stop' });
  },
  'openai-chat'(body, reader) {
    if (ownList(body, 'choices').length === 0) return;
    reader.accept(body, undefined, 1);
    reader.done(1);
  },
  'openai-responses'(body, reader) {
    if (!Array.isArray(getOwn(body, 'output'))) return;
    const hasFailed = ownText(body, 'status') === 'failed' && ownObject(body, 'error') !== undefined;
    reader.accept(
      { type: hasFailed ? 'response.failed' : 'response.completed', response: body },
      undefined,
      1,
    );
  },
  gemini: (body, reader) => reader.accept(body, undefined, 1),
  'gemini-interactions'(body, reader) {
    const accept = (event: object): void => reader.accept(event, undefined, 1);
    if (!Array.isArray(getOwn(body, 'steps'))) return;
    accept({ event_type: 'interaction.created', interaction: body });
    for (const [index, step] of ownList(body, 'steps').entries()) {
      accept({ event_type: 'step.start', index, step });
      accept({ event_type: 'step.stop', index });
    }
    accept({ event_type: 'interaction.completed', interaction: body });
  },
};

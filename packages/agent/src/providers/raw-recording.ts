import { presentItems } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';
import type { StreamFormat } from '../stream/model-format.ts';
import { parseJson } from '../stream/parse-json.ts';
import { recognizeEvent } from '../stream/recognize-event.ts';
import { createSseParser } from '../stream/bytes/sse-parser.ts';
import type { Chosen } from './model-choice.ts';
import type { RecordedAnswer } from './recording.ts';

interface RawEvent {
  readonly name: string | undefined;
  readonly data: string;
}

/**
 * Reads an API stream that was recorded without timing: server-sent events, or one JSON event per line. It
 * may hold several answers in a row.
 */
export function readRawRecording(bytes: Buffer): Chosen<{ readonly answers: readonly RecordedAnswer[] }> {
  const events = eventsOf(bytes);
  const api = events.map(apiOf).find((format) => format !== undefined);
  if (api === undefined) {
    const message =
      'it is neither a recording (SLUICE_RECORD) nor a stream of Anthropic Messages, OpenAI Chat Completions, OpenAI Responses, Gemini or Gemini Interactions, as server-sent events or JSON lines';
    return { ok: false, message };
  }
  const answers: RecordedAnswer[] = [];
  let text = '';
  for (const event of events) {
    // It follows the last event of an answer that is already complete.
    if (api === 'gemini-interactions' && event.data === '[DONE]') continue;
    const name = event.name === undefined ? '' : `event: ${event.name}\n`;
    const data = event.data.replaceAll('\n', '\ndata: ');
    text += `${name}data: ${data}\n\n`;
    if (!isLast(event, api)) continue;
    answers.push({ api, status: 200, chunks: [[0, text]] });
    text = '';
  }
  if (text !== '') answers.push({ api, status: 200, chunks: [[0, text]] });
  return { ok: true, answers };
}

function eventsOf(bytes: Buffer): RawEvent[] {
  const start = bytes.subarray(0, 4096).toString().trimStart();
  if (start.startsWith('{')) {
    const lines = bytes.toString().split(/\r?\n/);
    return lines.filter((line) => line.trim() !== '').map((data) => ({ name: undefined, data: data.trim() }));
  }
  const parser = createSseParser({ maxEventBytes: bytes.length + 1 });
  const events = parser.push(bytes);
  const last = parser.end();
  return presentItems([...events, last]).filter((event) => event.kind === 'event');
}

function apiOf({ data, name }: RawEvent): StreamFormat | undefined {
  const json = parseJson(data);
  const isTelling = json.ok && isJsonObject(json.value) && getOwn(json.value, 'type') !== 'error';
  return isTelling && isJsonObject(json.value) ? recognizeEvent(json.value, name) : undefined;
}

const LAST_TYPES: ReadonlySet<unknown> = new Set([
  'message_stop',
  'error',
  'response.completed',
  'response.incomplete',
  'response.failed',
]);

const LAST_EVENT_TYPES: ReadonlySet<unknown> = new Set(['interaction.completed', 'error']);

function isLast({ data }: RawEvent, api: StreamFormat): boolean {
  if (data === '[DONE]') return true;
  const json = parseJson(data);
  if (!json.ok || !isJsonObject(json.value)) return false;
  if (api === 'gemini-interactions') return LAST_EVENT_TYPES.has(getOwn(json.value, 'event_type'));
  if (api !== 'gemini') return LAST_TYPES.has(getOwn(json.value, 'type'));
  const candidates = getOwn(json.value, 'candidates');
  const first: unknown = Array.isArray(candidates) ? candidates[0] : undefined;
  return isJsonObject(first) && typeof getOwn(first, 'finishReason') === 'string';
}

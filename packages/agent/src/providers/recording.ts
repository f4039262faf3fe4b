import { getOwn, isJsonObject } from '@sluice/core';
import { STREAM_FORMATS, type StreamFormat } from '../stream/model-format.ts';
import { parseJson } from '../stream/parse-json.ts';
import type { Chosen } from './model-choice.ts';

export const RECORDING_VERSION = 1;

/** Milliseconds since the previous chunk or the request, and the text that arrived. */
export type RecordedChunk = readonly [afterMs: number, text: string];

export interface RecordedAnswer {
  readonly api: StreamFormat;
  /** HTTP status. */
  readonly status: number;
  readonly chunks: readonly RecordedChunk[];
}

/** Whether a text is a timed recording, judged by its first line; raw streams have no times. */
export function isRecording(firstLine: string): boolean {
  const json = parseJson(firstLine);
  return json.ok && isJsonObject(json.value) && getOwn(json.value, 'sluiceRecording') !== undefined;
}

/** Reads a timed recording: a version line, then one line per answer. */
export function readRecording(
  lines: readonly string[],
): Chosen<{ readonly answers: readonly RecordedAnswer[] }> {
  const [first = '', ...rest] = lines;
  const head = parseJson(first);
  const version = head.ok && isJsonObject(head.value) ? getOwn(head.value, 'sluiceRecording') : undefined;
  if (version !== RECORDING_VERSION) {
    const message = `its first line names version ${JSON.stringify(version)}, and only ${RECORDING_VERSION} is supported. Record it again`;
    return { ok: false, message };
  }
  const answers: RecordedAnswer[] = [];
  for (const [index, line] of rest.entries()) {
    if (line.trim() === '') continue;
    const json = parseJson(line);
    const answer = json.ok ? answerOf(json.value) : undefined;
    if (answer === undefined) {
      const message = `line ${index + 2} is not a response: expected {"api": one of ${STREAM_FORMATS.join(', ')}, "status": number, "chunks": [[milliseconds, text], …]}`;
      return { ok: false, message };
    }
    answers.push(answer);
  }
  return { ok: true, answers };
}

function answerOf(value: unknown): RecordedAnswer | undefined {
  if (!isJsonObject(value)) return undefined;
  const api = STREAM_FORMATS.find((format) => format === getOwn(value, 'api'));
  const status = getOwn(value, 'status') ?? 200;
  const listed = getOwn(value, 'chunks');
  if (api === undefined || typeof status !== 'number' || !Array.isArray(listed)) return undefined;
  const chunks: RecordedChunk[] = [];
  for (const chunk of listed) {
    if (!Array.isArray(chunk)) return undefined;
    const [afterMs, text]: unknown[] = chunk;
    if (typeof afterMs !== 'number' || !(afterMs >= 0) || typeof text !== 'string') return undefined;
    chunks.push([afterMs, text]);
  }
  return { api, status, chunks };
}

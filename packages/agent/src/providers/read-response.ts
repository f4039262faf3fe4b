import type { Clock, ModelEvent, ModelFailure } from '@sluice/core';
import { ABORTED } from '../http/failures.ts';
import type { BodyPart, ReadPace } from '../http/read-body.ts';
import { readWhole } from '../http/read-whole.ts';
import { createContentWatch, isContent, type ContentPatience, type ContentWatch } from './content-watch.ts';
import { decodeWhole } from '../stream/decode-whole.ts';
import { createModelDecoder, type ModelDecoderOptions } from '../stream/model-decoder.ts';
import type { ModelFormat } from '../stream/model-format.ts';
import { parseJson } from '../stream/parse-json.ts';

/**
 * How long to wait for the response to end after its message has ended, so that the connection can be reused.
 */
const END_WAIT_MS = 100;
const MAX_WHOLE_BYTES = 64 * 1024 * 1024;

export interface Answered {
  readonly api: ModelFormat;
  readonly body: AsyncIterable<BodyPart>;
  readonly options: ModelDecoderOptions;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly patience: Omit<ContentPatience, 'clock'>;
  /** Of the body: slower while the model only writes text. Undefined: as fast as it comes. */
  readonly textPace: { readonly pace: ReadPace; readonly everyMs: number } | undefined;
  /** Closes the connection. */
  readonly hangUp: () => void;
}

/** The events of a streamed answer; nothing after the end of its message. */
export async function* readStreamed({
  api,
  body,
  options,
  signal,
  clock,
  patience,
  textPace,
  hangUp,
}: Answered): AsyncGenerator<ModelEvent, void, undefined> {
  const decoder = createModelDecoder(api, options);
  const watch = createContentWatch({ ...patience, clock });
  let broken: ModelFailure | undefined;
  let takeTimerBack: (() => void) | undefined;
  try {
    for await (const part of body) {
      if (!part.ok) {
        broken = part.failure;
        break;
      }
      // Whatever follows a complete message is read only to free the connection.
      if (takeTimerBack !== undefined) continue;
      let hasContent = false;
      let isText = true;
      for (const event of decoder.push(part.bytes)) {
        if (signal.aborted) break;
        hasContent ||= isContent(event);
        isText &&= isTextDelta(event);
        yield event;
        if (event.type === 'failed') return;
        if (event.type !== 'message-end') continue;
        takeTimerBack = clock.setTimer(END_WAIT_MS, hangUp);
        break;
      }
      if (textPace !== undefined) textPace.pace.everyMs = isText ? textPace.everyMs : 0;
      if (hasContent) watch.heard();
      else broken = watch.failure();
      if (broken !== undefined) break;
    }
  } finally {
    takeTimerBack?.();
  }
  if (takeTimerBack !== undefined) return;
  const why = signal.aborted ? ABORTED : broken;
  for (const event of decoder.end()) {
    yield event.type === 'failed' && why !== undefined ? { type: 'failed', failure: why } : event;
    if (event.type === 'failed' || event.type === 'message-end') return;
  }
  yield { type: 'failed', failure: why ?? EMPTY };
}

/** Nothing is waiting for it but a person who reads. */
function isTextDelta(event: ModelEvent): boolean {
  return event.type === 'block-delta' && (event.delta.type === 'text' || event.delta.type === 'thinking');
}

/**
 * The chunks of an answer that is not streamed; servers send whitespace before it to keep the connection
 * open.
 */
async function* withContent(
  body: AsyncIterable<BodyPart>,
  watch: ContentWatch,
): AsyncGenerator<BodyPart, void, undefined> {
  for await (const part of body) {
    if (!part.ok || part.bytes.some((byte) => byte > BLANK)) watch.heard();
    const failure = watch.failure();
    yield failure === undefined ? part : { ok: false, failure };
    if (failure !== undefined) return;
  }
}

const BLANK = 0x20;

const EMPTY: ModelFailure = {
  kind: 'stream-cut',
  message: 'The server ended its response before sending any part of a message.',
  isRetryable: true,
};

/** The events of an answer that is not streamed. */
export async function* readAtOnce({
  api,
  body,
  options,
  clock,
  patience,
}: Answered): AsyncGenerator<ModelEvent, void, undefined> {
  const watched = withContent(body, createContentWatch({ ...patience, clock }));
  const whole = await readWhole(watched, MAX_WHOLE_BYTES);
  if (!whole.ok) return yield { type: 'failed', failure: whole.failure };
  const json = parseJson(whole.text);
  if (json.ok) return yield* decodeWhole(api, json.value, options);
  const fault = whole.isCut ? `longer than ${MAX_WHOLE_BYTES} bytes` : `not JSON: ${json.fault}`;
  const message = `The server's response is ${fault}.`;
  return yield { type: 'failed', failure: { kind: 'server', message, isRetryable: false } };
}

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errorText } from '@sluice/base';
import {
  systemClock,
  type Clock,
  type ModelEvent,
  type ModelFailure,
  type ModelProvider,
} from '@sluice/core';
import { ABORTED } from '../http/failures.ts';
import { wait } from '../http/wait.ts';
import { withRetries } from '../http/with-retries.ts';
import { decodeWhole } from '../stream/decode-whole.ts';
import { createModelDecoder } from '../stream/model-decoder.ts';
import { parseJson } from '../stream/parse-json.ts';
import { failureOf } from '../wire/failure-of.ts';
import type { Chosen, ModelChoice } from './model-choice.ts';
import { modelLimits } from './model-limits.ts';
import { readRawRecording } from './raw-recording.ts';
import { isRecording, readRecording, type RecordedAnswer } from './recording.ts';
import { requestLimits } from './request-limits.ts';
import { scaledClock } from './scaled-clock.ts';

const PREFIX = 'replay:';

/** Replays recorded answers in order, regardless of the request: `replay:FILE`. */
export async function openReplay(
  name: string,
  choice: ModelChoice,
): Promise<Chosen<{ readonly provider: ModelProvider }>> {
  const { cwd = process.cwd(), env, warn = () => undefined } = choice;
  const file = resolve(cwd, name.slice(PREFIX.length));
  const recording = await readAnswers(file);
  if (!recording.ok)
    return { ok: false, message: `The recording ${file} cannot be played: ${recording.message}.` };
  const { answers } = recording;
  const clock = scaledClock(choice.clock ?? systemClock, speedIn(env['SLUICE_REPLAY_SPEED'], warn));
  const { maxRetries, maxRetryWaitMs: maxWaitMs } = requestLimits(env, warn);
  const random = choice.random ?? Math.random;
  const sizes = modelLimits('');
  let next = 0;

  async function* play(signal: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
    const answer = answers[next];
    next += 1;
    if (answer === undefined) yield atEnd(file, answers.length);
    else yield* playAnswer(answer, `${next}-`, clock, signal);
  }

  return {
    ok: true,
    provider: {
      api: answers[0]?.api ?? 'anthropic',
      model: name,
      contextWindow: choice.contextWindow ?? sizes.contextWindow,
      maxOutputTokens: choice.maxOutputTokens ?? sizes.maxOutputTokens,
      isRecording: true,
      send: (_, signal) => withRetries(() => play(signal), { clock, random, maxRetries, maxWaitMs, signal }),
      close: () => undefined,
    },
  };
}

async function readAnswers(file: string): Promise<Chosen<{ readonly answers: readonly RecordedAnswer[] }>> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    return { ok: false, message: errorText(error) };
  }
  const lineEnd = bytes.indexOf('\n');
  const first = bytes.toString('utf8', 0, lineEnd === -1 ? bytes.length : lineEnd);
  return isRecording(first) ? readRecording(bytes.toString().split('\n')) : readRawRecording(bytes);
}

async function* playAnswer(
  { api, status, chunks }: RecordedAnswer,
  callIdPrefix: string,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  const isError = status >= 400;
  const isWhole =
    chunks
      .find(([, text]) => text.trim() !== '')?.[1]
      .trimStart()
      .startsWith('{') === true;
  const decoder = createModelDecoder(api, { callIdPrefix });
  let body = '';
  for (const [afterMs, text] of chunks) {
    if (afterMs > 0) await wait(afterMs, clock, signal);
    if (signal.aborted) break;
    if (isError || isWhole) {
      body += text;
      continue;
    }
    for (const event of decoder.push(Buffer.from(text))) {
      yield event;
      if (event.type === 'message-end' || event.type === 'failed') return;
    }
  }
  if (isError && !signal.aborted) {
    yield { type: 'failed', failure: failureOf(api, status, {}, body) };
    return;
  }
  const json = parseJson(body);
  const rest = isWhole && json.ok ? decodeWhole(api, json.value, { callIdPrefix }) : decoder.end();
  for (const event of signal.aborted ? decoder.end() : rest) {
    yield event.type === 'failed' && signal.aborted ? { type: 'failed', failure: ABORTED } : event;
    if (event.type === 'failed' || event.type === 'message-end') return;
  }
  yield { type: 'failed', failure: signal.aborted ? ABORTED : CUT };
}

const CUT: ModelFailure = {
  kind: 'stream-cut',
  message: 'The recorded response contains no message.',
  isRetryable: false,
};

function atEnd(file: string, count: number): ModelEvent {
  const answers = count === 1 ? 'one response' : `${count} responses`;
  const message = `The recording ${file} has ended: it contains ${answers}, and another was requested. A recording can't respond to new prompts; choose a model for that (--model).`;
  return { type: 'failed', failure: { kind: 'invalid-request', message, isRetryable: false } };
}

function speedIn(text: string | undefined, warn: (text: string) => void): number {
  if (text === undefined || text === '') return 1;
  const speed = /^\d{1,6}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : -1;
  if (speed >= 0) return speed;
  const got = JSON.stringify(text.slice(0, 80));
  warn(
    `SLUICE_REPLAY_SPEED is ignored: expected a number such as 2 (twice as fast) or 0 (no waiting), got ${got}`,
  );
  return 1;
}

import type { ModelEvent, ModelFailure } from '@sluice/core';
import { expect, it } from 'vitest';
import { createBrokenStreams } from '../../src/providers/broken-streams.ts';

const USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
const START: ModelEvent = { type: 'message-start', id: undefined, model: undefined, usage: USAGE };
const END: ModelEvent = { type: 'message-end', stopReason: 'end_turn', usage: USAGE };
const CUT: ModelFailure = { kind: 'stream-cut', message: 'It broke off.', isRetryable: true };
const REFUSED: ModelFailure = { kind: 'invalid-request', message: 'Streams only.', isRetryable: false };
const failed = (failure: ModelFailure): ModelEvent => ({ type: 'failed', failure });

type Request = readonly [isStreamed: boolean, ...events: readonly ModelEvent[]];

it.each<readonly [title: string, requests: readonly Request[], message: string]>([
  [
    'a stream that broke off, then a refusal',
    [
      [true, START, failed(CUT)],
      [false, failed(REFUSED)],
    ],
    'It broke off. Retried without streaming, it failed too: Streams only.',
  ],
  [
    'a stream that broke off, then the same',
    [
      [true, START, failed(CUT)],
      [false, START, failed(CUT)],
    ],
    'It broke off. Retried without streaming, it failed in the same way.',
  ],
  ['a refusal alone', [[false, failed(REFUSED)]], 'Streams only.'],
  [
    'a stream that never began, then a refusal',
    [
      [true, failed(CUT)],
      [false, failed(REFUSED)],
    ],
    'Streams only.',
  ],
  [
    'a stream that broke off, a whole answer, a refusal',
    [
      [true, START, failed(CUT)],
      [false, START, END],
      [false, failed(REFUSED)],
    ],
    'Streams only.',
  ],
  [
    'a stream that broke off, then a conversation that is too long',
    [
      [true, START, failed(CUT)],
      [false, failed({ ...REFUSED, kind: 'too-long' })],
    ],
    'Streams only.',
  ],
])('after %s', (_title, requests, message) => {
  const streams = createBrokenStreams();
  let last: ModelEvent | undefined;
  for (const [isStreamed, ...events] of requests) {
    streams.begin(isStreamed);
    for (const event of events) last = streams.take(event);
  }
  expect(last).toMatchObject({ type: 'failed', failure: { message } });
});

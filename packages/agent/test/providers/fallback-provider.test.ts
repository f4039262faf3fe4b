import type { ModelEvent, ModelFailureKind, ModelProvider, ModelRequest } from '@sluice/core';
import { expect, it } from 'vitest';
import { createFallbackProvider } from '../../src/providers/create-fallback-provider.ts';
import { eventsOf, requestOf, userMessage } from '../support/drive.ts';

const USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
const request: ModelRequest = requestOf({ messages: [userMessage('go')] });

const failed = (kind: ModelFailureKind): ModelEvent => ({
  type: 'failed',
  failure: { kind, message: `It is ${kind}.`, isRetryable: true },
});
const retry = (attempt: number): ModelEvent => ({
  ...{ type: 'retry', attempt, maxRetries: 10, delayMs: 0 },
  failure: { kind: 'overloaded', message: 'Busy.', isRetryable: true },
});
const started: ModelEvent = { type: 'message-start', id: undefined, model: undefined, usage: USAGE };
const done: ModelEvent = { type: 'message-end', stopReason: 'end_turn', usage: USAGE };

function scripted(model: string, ...answers: (readonly ModelEvent[])[]) {
  const state = { asked: 0, closed: 0 };
  const provider: ModelProvider = {
    ...{ api: 'same', model, contextWindow: 1, maxOutputTokens: 1, isRecording: false },
    async *send(): AsyncGenerator<ModelEvent, void, undefined> {
      yield* answers[state.asked++] ?? [started, done];
    },
    close: () => void (state.closed += 1),
  };
  return { provider, state };
}

const typesOf = async (provider: ModelProvider): Promise<readonly string[]> =>
  (await eventsOf(provider, request)).map((event) =>
    event.type === 'failed' ? `failed ${event.failure.kind}` : event.type,
  );

it.each<readonly [string, readonly ModelEvent[], readonly string[]]>([
  ['is overloaded', [failed('overloaded')], ['problem', 'message-start', 'message-end']],
  ['is not there', [failed('not-found')], ['problem', 'message-start', 'message-end']],
  [
    'is overloaded a third time',
    [retry(1), retry(2), retry(3), started, done],
    ['retry', 'retry', 'problem', 'message-start', 'message-end'],
  ],
  ['is refused the key', [failed('permission')], ['failed permission']],
  ['finds the request too long', [failed('too-long')], ['failed too-long']],
  ['has begun to answer', [started, failed('server')], ['message-start', 'failed server']],
  ['answers', [started, done], ['message-start', 'message-end']],
])('a model that %s', async (_, events, expected) => {
  const other = scripted('other');
  const provider = createFallbackProvider(scripted('first', events).provider, [
    () => Promise.resolve({ ok: true, provider: other.provider }),
  ]);
  expect(await typesOf(provider)).toEqual(expected);
  expect(other.state.asked).toBe(expected.includes('problem') ? 1 : 0);
});

it('each request begins with the first model again, and each model is opened once', async () => {
  const first = scripted('first', [failed('server')], [started, done], [failed('server')]);
  const second = scripted('second', [failed('server')], [failed('server')]);
  const third = scripted('third');
  let opens = 0;
  const provider = createFallbackProvider(
    first.provider,
    [second, third].map((one) => () => {
      opens += 1;
      return Promise.resolve({ ok: true as const, provider: one.provider });
    }),
  );
  const answered: (string | undefined)[] = [];
  for (let count = 0; count < 3; count += 1) {
    expect((await typesOf(provider)).slice(-2)).toEqual(['message-start', 'message-end']);
    answered.push(provider.answeredBy?.model);
  }
  expect(answered).toEqual(['third', undefined, 'third']);
  expect([first.state.asked, second.state.asked, third.state.asked, opens]).toEqual([3, 2, 2, 2]);
  provider.close();
  await Promise.resolve();
  expect([first.state.closed, second.state.closed, third.state.closed]).toEqual([1, 1, 1]);
});

it('a fallback that can not be opened leaves the failure, with the reason', async () => {
  const provider = createFallbackProvider(scripted('first', [failed('server')]).provider, [
    () => Promise.resolve({ ok: false, message: 'no key' }),
  ]);
  const events = await eventsOf(provider, request);
  expect(events).toMatchObject([{ type: 'failed', failure: { message: /It is server\..*no key/ } }]);
});

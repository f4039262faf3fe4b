import { createFakeClock, type ModelEvent, type ModelFailure } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryDelay } from '../../src/http/retry-delay.ts';
import { withRetries, type RetryOptions } from '../../src/http/with-retries.ts';

const BUSY: ModelFailure = { kind: 'overloaded', message: 'Busy.', status: 529, isRetryable: true };
const START: ModelEvent = {
  type: 'message-start',
  id: 'm1',
  model: undefined,
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
};

type Answer = readonly ModelEvent[];

function failed(changed: Partial<ModelFailure> = {}): Answer {
  return [{ type: 'failed', failure: { ...BUSY, ...changed } }];
}

/** Runs through the answers; time moves whenever a retry is told. */
async function play(answers: readonly Answer[], changed: Partial<RetryOptions> = {}) {
  const clock = createFakeClock();
  let asked = 0;
  async function* ask(): AsyncGenerator<ModelEvent, void, undefined> {
    const answer = answers[asked] ?? [];
    asked += 1;
    yield* answer;
  }
  const options: RetryOptions = {
    clock,
    random: () => 0,
    maxRetries: 10,
    maxWaitMs: 60_000,
    signal: new AbortController().signal,
    ...changed,
  };
  const events: ModelEvent[] = [];
  const stream = withRetries(ask, options);
  let next = stream.next();
  for (;;) {
    const { value, done } = await next;
    if (done === true) break;
    events.push(value);
    next = stream.next();
    if (value.type === 'retry') {
      while (clock.pendingTimers === 0) await Promise.resolve();
      clock.advance(value.delayMs);
    }
  }
  return { events, asked, clock };
}

describe('withRetries', () => {
  it('asks again, doubling the wait, until an answer comes', async () => {
    const { events, asked, clock } = await play([failed(), failed(), failed(), [START]]);
    expect(events.map((event) => (event.type === 'retry' ? event.delayMs : event.type))).toEqual([
      500,
      1000,
      2000,
      'message-start',
    ]);
    expect({ asked, at: clock.now(), timers: clock.pendingTimers }).toEqual({
      asked: 4,
      at: 3500,
      timers: 0,
    });
  });

  it('waits as long as the server says', async () => {
    const { events } = await play([failed({ kind: 'rate-limit', status: 429, retryAfterMs: 7000 }), [START]]);
    expect(events[0]).toMatchObject({ type: 'retry', attempt: 1, maxRetries: 10, delayMs: 7000 });
  });

  it.each([
    ['a failure that does not pass', [failed({ isRetryable: false })], {}, 1],
    ['a wait that is too long', [failed({ retryAfterMs: 60_001 })], {}, 1],
    ['no retries allowed', [failed()], { maxRetries: 0 }, 1],
    ['retries that are used up', [failed(), failed(), failed()], { maxRetries: 2 }, 3],
    ['a failure that hardly ever passes', [failed({ maxRetries: 1 }), failed({ maxRetries: 1 })], {}, 2],
    ['fewer retries allowed than that', [failed({ maxRetries: 1 })], { maxRetries: 0 }, 1],
    ['an answer that had begun', [[START, ...failed()]], {}, 1],
  ] as const)('tells the failure: %s', async (_, answers, changed, expected) => {
    const { events, asked } = await play(answers, changed);
    expect(events.at(-1)?.type).toBe('failed');
    expect(asked).toBe(expected);
  });

  it('says what the server asked for, and which variable allows it', async () => {
    const { events } = await play([failed({ retryAfterMs: 90_000 })]);
    const [event] = events;
    const message = event?.type === 'failed' ? event.failure.message : '';
    expect(message).toMatch(/^Busy\. .* 90 s, longer than the limit of 60 s .*SLUICE_MAX_RETRY_WAIT_MS/);
  });

  it('ends a wait at once when it is aborted', async () => {
    const clock = createFakeClock();
    const controller = new AbortController();
    async function* ask(): AsyncGenerator<ModelEvent, void, undefined> {
      yield* failed();
    }
    const { signal } = controller;
    const stream = withRetries(ask, { clock, random: () => 0, maxRetries: 3, maxWaitMs: 60_000, signal });
    expect((await stream.next()).value).toMatchObject({ type: 'retry' });
    const next = stream.next();
    controller.abort();
    expect((await next).value).toMatchObject({ type: 'failed', failure: { kind: 'aborted' } });
    expect(clock.pendingTimers).toBe(0);
  });
});

it('waits between three quarters of its time and all of it, and never longer than 32 s', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, chance) => {
        const whole = Math.min(32_000, 500 * 2 ** (attempt - 1));
        const delay = retryDelay(attempt, undefined, chance);
        expect(delay).toBeGreaterThanOrEqual(whole * 0.75 - 1);
        expect(delay).toBeLessThanOrEqual(whole);
      },
    ),
  );
});

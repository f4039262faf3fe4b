import type { CallContext } from '@sluice/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MovableCall, type RequestLinks } from '../../src/client/movable-call.ts';
import type { PeerAnswer } from '../../src/client/peer.ts';
import type { SendOptions } from '../../src/client/send-request.ts';
import { requestWithin } from '../../src/session/request-within.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const SECOND = 1_000;
const OVER: PeerAnswer = { status: 'timed-out', afterMs: 10 * SECOND, isIdle: false };

/** A request that only its signal ends. */
function untilAborted(signal: AbortSignal): Promise<PeerAnswer> {
  const { promise, resolve } = Promise.withResolvers<PeerAnswer>();
  signal.addEventListener('abort', () => resolve({ status: 'aborted' }));
  return promise;
}

/** What an answer is, if it is there. */
async function now(answer: Promise<PeerAnswer>): Promise<PeerAnswer | 'waiting'> {
  await vi.advanceTimersByTimeAsync(0);
  return Promise.race([answer, Promise.resolve('waiting' as const)]);
}

/** A call of ten seconds that is moved after so many of them, of which it waited `waitedMs` for the user. */
async function moved(waitedMs: number, afterMs: number) {
  let move: () => boolean = () => false;
  let links: RequestLinks | undefined;
  const idle: CallContext['idle'] = (wait) => wait;
  const call = new MovableCall(
    { signal: new AbortController().signal, callId: 'c', idle },
    {
      afterMs: undefined,
      reserve: () => () => {},
      offer: (_id, given) => {
        move = given;
        return () => {};
      },
      adopt: () => 't',
    },
  );
  const run = call.run(
    (given) => {
      links = given;
      return untilAborted(given.signal);
    },
    () => {},
    10 * SECOND,
  );
  const wait = (ms: number): Promise<unknown> | undefined =>
    links?.idle(new Promise((resolve) => setTimeout(resolve, ms)));
  if (waitedMs > 0) void wait(waitedMs);
  await vi.advanceTimersByTimeAsync(afterMs);
  move();
  const result = await run;
  if (!('answer' in result)) throw new Error('It was not moved.');
  return { answer: result.answer, wait, end: result.end };
}

it('a moved call ends when its time is over, with that as the reason', async () => {
  const { answer } = await moved(0, 4 * SECOND);
  await vi.advanceTimersByTimeAsync(5_999);
  expect(await now(answer)).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(await now(answer)).toEqual(OVER);
});

it('what the user took before a call was moved, and takes after it, does not count', async () => {
  const { answer, wait } = await moved(3 * SECOND, 4 * SECOND);
  void wait(60 * SECOND);
  await vi.advanceTimersByTimeAsync(60 * SECOND + 8_999);
  expect(await now(answer)).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(await now(answer)).toEqual(OVER);
});

it('a moved call that is stopped was canceled', async () => {
  const { answer, end } = await moved(0, SECOND);
  end();
  expect(await now(answer)).toEqual({ status: 'aborted' });
});

it('a request outside of a run asks for progress, and its time is without what the user takes', async () => {
  let sent: SendOptions | undefined;
  const signal = new AbortController();
  const server = {
    callMs: 10 * SECOND,
    request(_method: string, _params: object, options: SendOptions) {
      sent = options;
      options.onSend?.();
      return untilAborted(options.signal);
    },
  };
  const ask = (): Promise<PeerAnswer> =>
    requestWithin(server, 'tools/call', {}, { signal: signal.signal, objection: undefined });
  const answer = ask();
  expect(sent?.onProgress).toBeTypeOf('function');
  void sent?.idle?.(new Promise((resolve) => setTimeout(resolve, 60 * SECOND)));
  await vi.advanceTimersByTimeAsync(69_999);
  expect(await now(answer)).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(await now(answer)).toEqual(OVER);
  const canceled = ask();
  signal.abort();
  expect(await now(canceled)).toEqual({ status: 'aborted' });
});

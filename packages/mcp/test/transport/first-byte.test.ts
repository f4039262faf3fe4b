import { expect, it } from 'vitest';
import { withFirstByte } from '../../src/transport/first-byte.ts';

/** A server that says nothing until the request is given up, and a clock that the test moves. */
function silentServer(timeoutMs: number | undefined) {
  const timers: { readonly action: () => void; readonly ms: number }[] = [];
  let stopped = 0;
  const fetchFn = withFirstByte(
    (_input, init) =>
      new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
        if (init?.body === 'answered') resolve(new Response('yes'));
      }),
    timeoutMs,
    (action, ms) => {
      timers.push({ action, ms });
      return () => void (stopped += 1);
    },
  );
  return { timers, fetchFn, stopped: () => stopped };
}

it.each([
  [undefined, 60],
  [1_000, 60],
  [90_000, 90],
])(
  'an answer to a message that does not begin is given up, with the timeout %s after %s s',
  async (timeout, seconds) => {
    const { timers, fetchFn, stopped } = silentServer(timeout);
    const answer = fetchFn('http://far/', { method: 'POST', body: 'silent' });
    expect(timers.map(({ ms }) => ms)).toEqual([seconds * 1_000]);
    timers[0]?.action();
    await expect(answer).rejects.toThrow(`did not begin within ${seconds} s. To wait longer, set "timeout"`);
    expect(stopped()).toBe(1);
  },
);

it('an answer that has begun takes as long as it likes, and so does a stream of events', async () => {
  const { timers, fetchFn, stopped } = silentServer(undefined);
  expect(await (await fetchFn('http://far/', { method: 'POST', body: 'answered' })).text()).toBe('yes');
  expect(stopped()).toBe(1);
  void fetchFn('http://far/', { method: 'GET' }).catch(() => {});
  expect(timers).toHaveLength(1);
});

it('who gives a request up is told so at once', async () => {
  const { fetchFn, stopped } = silentServer(undefined);
  const controller = new AbortController();
  const answer = fetchFn('http://far/', { method: 'POST', body: 'silent', signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(answer).rejects.toThrow('enough');
  expect(stopped()).toBe(1);
});

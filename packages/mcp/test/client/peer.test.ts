import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Peer } from '../../src/client/peer.ts';
import { EventQueue } from '../../src/transport/event-queue.ts';
import { GivenSecrets } from '../../src/transport/given-secrets.ts';
import type { OutgoingMessage } from '../../src/transport/json-rpc.ts';
import type { TransportEvent } from '../../src/transport/transport.ts';

/** A peer whose server asks something, which no one answers until it is withdrawn. */
function asking() {
  const messages = new EventQueue<TransportEvent>();
  const sent: OutgoingMessage[] = [];
  const open: AbortSignal[] = [];
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<OutgoingMessage>();
  const transport = {
    messages,
    failure: undefined,
    secrets: new GivenSecrets({ own: { TOKEN: 'ghx0123456789abcdef' } }),
    send(message: OutgoingMessage) {
      sent.push(message);
      if ('id' in message && message.id === 'q') answered.resolve(message);
    },
    close: () => Promise.resolve(),
  };
  const peer = new Peer(transport, {
    onNotification() {},
    onRequest(_method, _params, signal) {
      open.push(signal);
      asked.resolve();
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ action: 'cancel' }), { once: true });
      });
    },
    onClose() {},
  });
  const ask = (): Promise<void> => {
    const message = { kind: 'request', id: 'q', method: 'elicitation/create', params: {} } as const;
    messages.push({ type: 'message', message });
    return asked.promise;
  };
  return { peer, sent, open, ask, answered: answered.promise, messages };
}

it('what a server asks is withdrawn with the last call that it could be for, and the server is told', async () => {
  const { peer, sent, open, ask, answered } = asking();
  const [first, second] = [new AbortController(), new AbortController()];
  const calls = [first, second].map(({ signal }) => peer.request('tools/call', {}, { signal }));
  await ask();
  first.abort();
  expect(await calls[0]).toEqual({ status: 'aborted' });
  expect(open.map(({ aborted }) => aborted)).toEqual([false]);
  second.abort();
  expect(await calls[1]).toEqual({ status: 'aborted' });
  expect(open.map(({ aborted }) => aborted)).toEqual([true]);
  expect(await answered).toEqual({ jsonrpc: '2.0', id: 'q', result: { action: 'cancel' } });
  expect(sent.map((message) => ('method' in message ? message.method : 'answer'))).toEqual([
    'tools/call',
    'tools/call',
    'notifications/cancelled',
    'notifications/cancelled',
    'answer',
  ]);
});

it.each([
  ['is answered', { kind: 'response', id: 1, result: {}, error: undefined }],
  [
    'fails',
    { kind: 'response', id: 1, result: undefined, error: { code: -1, message: 'no', data: undefined } },
  ],
] as const)('what a server asks does not outlive its call, which %s', async (_how, message) => {
  const { peer, open, ask, answered, messages } = asking();
  void peer.request('subscriptions/listen', {});
  const call = peer.request('tools/call', {});
  await ask();
  messages.push({ type: 'message', message: { ...message, id: 2 } });
  await call;
  expect(open.map(({ aborted }) => aborted)).toEqual([true]);
  expect(await answered).toEqual({ jsonrpc: '2.0', id: 'q', result: { action: 'cancel' } });
});

it('what a server asks does not outlive its call, for which the time is over', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { peer, open, ask, answered } = asking();
  const call = peer.request('tools/call', {}, { timeoutMs: 1_000 });
  await ask();
  vi.advanceTimersByTime(1_000);
  expect(await call).toMatchObject({ status: 'timed-out' });
  expect(open.map(({ aborted }) => aborted)).toEqual([true]);
  expect(await answered).toMatchObject({ result: { action: 'cancel' } });
});

it('what a server asks while no call runs stays, whatever call ends later', async () => {
  const { peer, open, ask, messages } = asking();
  const list = peer.request('tools/list', {});
  await ask();
  const call = peer.request('tools/call', {});
  for (const id of [1, 2])
    messages.push({ type: 'message', message: { kind: 'response', id, result: {}, error: undefined } });
  await Promise.all([list, call]);
  expect(open.map(({ aborted }) => aborted)).toEqual([false]);
});

it('what a server no longer wants to know gets no answer', async () => {
  const { sent, open, ask, messages } = asking();
  await ask();
  const params = { requestId: 'q' };
  const message = { kind: 'notification', method: 'notifications/cancelled', params } as const;
  const withdrawn = Promise.withResolvers<void>();
  open[0]?.addEventListener('abort', () => withdrawn.resolve());
  messages.push({ type: 'message', message });
  await withdrawn.promise;
  messages.push({ type: 'message', message: { kind: 'request', id: 1, method: 'ping', params: {} } });
  messages.end();
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
});

it('a second question with the id of one that is open is refused', async () => {
  const { sent, open, ask, messages } = asking();
  await ask();
  const again = { kind: 'request', id: 'q', method: 'elicitation/create', params: {} } as const;
  messages.push({ type: 'message', message: again });
  messages.push({ type: 'message', message: { kind: 'request', id: 1, method: 'ping', params: {} } });
  messages.end();
  await new Promise((resolve) => setImmediate(resolve));
  expect(open).toHaveLength(1);
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: 'q', error: { code: -32_600, message: 'A request with this id is still open.' } },
    { jsonrpc: '2.0', id: 1, result: {} },
  ]);
});

it('progress gives a request more time without a sign, and no more time in total', async () => {
  const { peer, sent, messages } = asking();
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const limits = { idleMs: 300, timeoutMs: 1_000 };
  let answer: unknown;
  void peer.request('tools/call', {}, limits).then((given) => (answer = given));
  const params = { progressToken: 1, progress: 1 };
  for (let ms = 200; ms < 1_000; ms += 200) {
    vi.advanceTimersByTime(200);
    messages.push({
      type: 'message',
      message: { kind: 'notification', method: 'notifications/progress', params },
    });
    await turn();
    expect(answer).toBeUndefined();
  }
  vi.advanceTimersByTime(200);
  await turn();
  expect(answer).toEqual({ status: 'timed-out', afterMs: 1_000, isIdle: false });
  expect(sent.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 1 } });
});

it.each([
  'initialize',
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
  'tools/call',
  'resources/read',
])('a credential that a server repeats in its answer to %s is redacted', async (method) => {
  const { peer, messages } = asking();
  const answer = peer.request(method, {});
  const result = { instructions: 'use ghx0123456789abcdef', tools: [{ description: 'ghx0123456789abcdef' }] };
  messages.push({ type: 'message', message: { kind: 'response', id: 1, result, error: undefined } });
  expect(await answer).toEqual({
    status: 'result',
    result: { instructions: 'use [redacted]', tools: [{ description: '[redacted]' }] },
  });
});

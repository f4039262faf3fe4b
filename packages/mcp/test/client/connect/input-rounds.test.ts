import type { JsonObject } from '@sluice/core';
import { afterEach, expect, it, vi } from 'vitest';
import { followInputRounds } from '../../../src/client/connect/input-rounds.ts';
import { Peer, type PeerAnswer, type RequestHandler } from '../../../src/client/peer.ts';
import { EventQueue } from '../../../src/transport/event-queue.ts';
import type { OutgoingMessage } from '../../../src/transport/json-rpc.ts';
import type { TransportEvent } from '../../../src/transport/transport.ts';

afterEach(() => void vi.useRealTimers());

type Request = Extract<OutgoingMessage, { readonly method: string; readonly id: unknown }>;

const STATE = ' {"a":"\u00fc\\u0000"}\t';
const QUESTION = { method: 'elicitation/create', params: { message: 'Which?' } };
const asking = (requestState: string): JsonObject => ({
  resultType: 'input_required',
  inputRequests: { q: QUESTION },
  requestState,
});

/** What comes of a call that a server answers with these results; the last one answers all others. */
async function follow(
  results: readonly JsonObject[],
  answer: RequestHandler,
  timeoutMs?: number,
  onSent: () => void = () => {},
): Promise<{ readonly answer: PeerAnswer; readonly sent: readonly Request[] }> {
  const messages = new EventQueue<TransportEvent>();
  const sent: Request[] = [];
  const send = (message: OutgoingMessage): void => {
    if (!('method' in message) || !('id' in message)) return;
    sent.push(message);
    onSent();
    const result = results[Math.min(sent.length, results.length) - 1] ?? {};
    const { id } = message;
    messages.push({ type: 'message', message: { kind: 'response', id, result, error: undefined } });
  };
  const transport = { messages, failure: undefined, send, close: () => Promise.resolve() };
  const peer = new Peer(transport, { onNotification() {}, onRequest: answer, onClose() {} });
  const params = { name: 'x', arguments: { a: 1 } };
  return {
    answer: await followInputRounds(peer, 'tools/call', params, { timeoutMs }, answer),
    sent,
  };
}

it('a server gets its state back byte for byte, with each answer, under a new id', async () => {
  const results = [asking(STATE), asking('second'), { content: [] }];
  const { answer, sent } = await follow(results, () => Promise.resolve({ action: 'accept' }));
  expect(answer).toEqual({ status: 'result', result: { content: [] } });
  expect(new Set(sent.map(({ id }) => id)).size).toBe(3);
  const params = { name: 'x', arguments: { a: 1 } };
  const inputResponses = { q: { action: 'accept' } };
  expect(sent.map((message) => message.params)).toMatchObject([
    params,
    { ...params, inputResponses, requestState: STATE },
    { ...params, inputResponses, requestState: 'second' },
  ]);
});

it('a server that asks without end is asked ten times again, and no more', async () => {
  const { answer, sent } = await follow([asking(STATE)], () => Promise.resolve({ action: 'accept' }));
  expect(answer).toEqual({ status: 'lost', reason: 'The server asked for more input over 10 times.' });
  expect(sent).toHaveLength(11);
});

it.each([
  ['a person takes', 5_000, 300, 'result'],
  ['the server takes', 0, 600, 'timed-out'],
])('the time that %s counts if it is the server’s', async (_who, personMs, serverMs, status) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const results = [asking(STATE), asking(STATE), { content: [] }];
  const answering = (): Promise<JsonObject> => {
    vi.advanceTimersByTime(personMs);
    return Promise.resolve({ action: 'accept' });
  };
  const { answer } = await follow(results, answering, 1_000, () => vi.advanceTimersByTime(serverMs));
  expect(answer.status).toBe(status);
});

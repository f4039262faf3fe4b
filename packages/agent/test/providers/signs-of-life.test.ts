import type { ServerResponse } from 'node:http';
import { createFakeClock, type FakeClock, type ModelEvent } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { lastFailure, open, requestOf, summary } from '../support/drive.ts';
import { startServer } from '../support/local-server.ts';

const LIMIT_MS = 5000;
const IDLE_MS = 90_000;

const KEY = 'sk-test-0123456789';
const ENV = {
  ANTHROPIC_API_KEY: KEY,
  OPENAI_API_KEY: KEY,
  GEMINI_API_KEY: KEY,
  SLUICE_MAX_RETRIES: '0',
  SLUICE_STREAM_IDLE_TIMEOUT_MS: String(IDLE_MS),
  SLUICE_STREAM_CONTENT_TIMEOUT_MS: String(LIMIT_MS),
};

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const START = data({ type: 'message_start', message: { id: 'm', usage: {} } });
const delta = (fields: object): string => data({ type: 'content_block_delta', index: 0, delta: fields });
const textDelta = (text: string): string => delta({ type: 'text_delta', text });
const opened = (content_block: object): string =>
  START + data({ type: 'content_block_start', index: 0, content_block });
const TEXT = opened({ type: 'text', text: '' });
const THINKING = opened({ type: 'thinking', thinking: '', signature: '' });
const chat = (content: string): string => data({ choices: [{ delta: { role: 'assistant', content } }] });
const part = (text: string): string => data({ candidates: [{ content: { parts: [{ text }] } }] });

interface Answering {
  readonly response: ServerResponse;
  readonly clock: FakeClock;
  readonly first: Promise<IteratorResult<ModelEvent, unknown>>;
  /** The first event and those after it. */
  readonly rest: () => Promise<ModelEvent[]>;
  /** The client has read what there was. */
  readonly isWaiting: () => Promise<void>;
}

/** A server that has begun its answer. */
async function begin(service: string, type: string, start: string): Promise<Answering> {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  const server = await startServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': type }).write(start);
    resolve(response);
  });
  const clock = createFakeClock();
  const provider = await open({ model: `${service}/test`, baseUrl: server.url.origin, env: ENV, clock });
  const events = provider.send(requestOf(), new AbortController().signal)[Symbol.asyncIterator]();
  // Nothing is sent before the first event is asked for.
  const first = events.next();
  const rest = async (): Promise<ModelEvent[]> => {
    const all: ModelEvent[] = [];
    for (let step = await first; step.done !== true; step = await events.next()) all.push(step.value);
    return all;
  };
  const isWaiting = async (): Promise<void> => {
    while (clock.untilNext !== IDLE_MS) await new Promise((next) => setImmediate(next));
  };
  return { response: await promise, clock, first, rest, isWaiting };
}

describe('an answer of which only signs of life come is treated as broken off', () => {
  const SSE = 'text/event-stream';
  it.each([
    ['pings', 'anthropic', SSE, START, data({ type: 'ping' })],
    ['pings in a block', 'anthropic', SSE, TEXT + textDelta('One'), data({ type: 'ping' })],
    ['empty texts', 'anthropic', SSE, TEXT, textDelta('')],
    ['empty thinking', 'anthropic', SSE, THINKING, delta({ type: 'thinking_delta', thinking: '' })],
    ['empty signatures', 'anthropic', SSE, THINKING, delta({ type: 'signature_delta', signature: '' })],
    ['events of no known kind', 'anthropic', SSE, START, data({ type: 'news' })],
    ['comments before anything else', 'openai-chat', SSE, ': wait\n\n', ': wait\n\n'],
    ['empty texts', 'openai-chat', SSE, chat(''), chat('')],
    ['word that it is at work', 'openai-responses', SSE, ': \n\n', data({ type: 'response.in_progress' })],
    ['empty texts', 'gemini', SSE, part('One'), part('')],
    ['blanks', 'openai-chat', 'application/json', ' ', '\n'],
  ])('%s of %s', async (_, service, type, first, sign) => {
    const { response, clock, rest, isWaiting } = await begin(service, type, first);
    const all = rest();
    await isWaiting();
    clock.advance(LIMIT_MS - 1);
    response.write(sign);
    await isWaiting();
    clock.advance(1);
    response.write(sign);
    const { kind, message, isRetryable } = lastFailure(await all);
    expect({ kind, isRetryable }).toEqual({ kind: 'stream-cut', isRetryable: true });
    expect(message).toMatch(/no content for 5 s.*SLUICE_STREAM_CONTENT_TIMEOUT_MS/);
    expect(clock.pendingTimers).toBe(0);
  });

  it('but not one that goes on, however slowly', async () => {
    const { response, clock, rest, isWaiting } = await begin('anthropic', SSE, TEXT);
    const all = rest();
    for (const text of ['a', 'b', 'c']) {
      await isWaiting();
      clock.advance(LIMIT_MS - 1);
      response.write(textDelta(text));
    }
    await isWaiting();
    response.end(data({ type: 'content_block_stop', index: 0 }) + data({ type: 'message_stop' }));
    expect(summary(await all)).toBe('text abc; end_turn');
  });

  it('but not one whose reader takes its time', async () => {
    const { response, clock, first, rest, isWaiting } = await begin('anthropic', SSE, TEXT);
    expect((await first).value).toMatchObject({ type: 'message-start' });
    clock.advance(LIMIT_MS);
    response.write(data({ type: 'ping' }));
    const all = rest();
    await isWaiting();
    response.end(data({ type: 'content_block_stop', index: 0 }) + data({ type: 'message_stop' }));
    expect(summary(await all)).toBe('text ; end_turn');
  });
});

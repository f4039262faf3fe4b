import { createFakeClock, type ModelEvent, type ModelMessage } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ModelChoice } from '../../src/providers/model-choice.ts';
import {
  assistantOf,
  eventsOf,
  lastFailure,
  open,
  requestOf,
  summary,
  userMessage,
} from '../support/drive.ts';
import { startServer } from '../support/local-server.ts';
import { createGate } from '../support/model-server/gate.ts';
import type { Script } from '../support/model-server/script.ts';
import { startModelServer, type ModelServer } from '../support/model-server/start-model-server.ts';

const KEY = 'sk-test-0123456789';

/** By the service before the slash; each speaks another API to the same server. */
const SERVICES = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'] as const;

async function serve(script: Script): Promise<ModelServer> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  return server;
}

function choiceOf(
  service: string,
  server: ModelServer,
  changed: Partial<ModelChoice> = {},
): Partial<ModelChoice> {
  const env = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY };
  return { model: `${service}/test`, baseUrl: server.address, env, ...changed };
}

const CALL = { type: 'call', name: 'Read', input: { path: 'a.txt' } } as const;

function resultsFor(message: ModelMessage): ModelMessage {
  const blocks = message.role === 'assistant' ? message.content : [];
  const calls = blocks.filter((block) => block.type === 'tool_use');
  return {
    role: 'user',
    content: calls.map(({ id }) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: 'words',
      is_error: false,
    })),
  };
}

describe.each(SERVICES)('%s', (service) => {
  it.each([true, false])(
    'holds a conversation with calls over one socket, streamed: %s',
    async (isStreamed) => {
      const turns = 8;
      const thinking = { type: 'thinking', text: 'Hm.' } as const;
      const script: Script = (request) =>
        request.index < turns
          ? { content: [thinking, { type: 'text', text: ['Let ', 'me.'] }, CALL], chunkBytes: 7 }
          : { content: [{ type: 'text', text: 'Done.' }] };
      const server = await serve(script);
      const provider = await open(choiceOf(service, server));
      let messages: readonly ModelMessage[] = [userMessage('go')];
      for (let turn = 0; turn < turns; turn += 1) {
        const events = await eventsOf(provider, requestOf({ messages, isStreamed }));
        expect(summary(events)).toMatch(/text Let me\.; .*call Read \{"path":"a.txt"\}; tool_use$/);
        const answer = assistantOf(events);
        messages = [...messages, answer, resultsFor(answer)];
      }
      expect(summary(await eventsOf(provider, requestOf({ messages, isStreamed })))).toMatch(
        /^text Done\.; end_turn$/,
      );
      expect(server.problems).toEqual([]);
      expect(new Set(server.requests.map((request) => request.connection)).size).toBe(1);
      expect(server.requests.every((request) => request.isStreamed === isStreamed)).toBe(true);
    },
  );

  it('waits as the server says where it is asked too often, and asks again', async () => {
    const clock = createFakeClock();
    const server = await serve([
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 503 },
      { content: [{ type: 'text', text: 'Hi.' }] },
    ]);
    const provider = await open(choiceOf(service, server, { clock, random: () => 0 }));
    const events = await eventsOf(provider, requestOf(), { clock });
    expect(summary(events)).toBe('retry 7000; retry 1000; text Hi.; end_turn');
    expect(clock.pendingTimers).toBe(0);
  });

  it('tells of a stream that is cut, with what had come, and asks no second time', async () => {
    const gate = createGate();
    const server = await serve([
      { content: [{ type: 'text', text: ['Half', gate.pause, { type: 'cut' }] }] },
    ]);
    const provider = await open(choiceOf(service, server));
    const events: ModelEvent[] = [];
    for await (const event of provider.send(requestOf(), new AbortController().signal)) {
      events.push(event);
      if (event.type === 'block-delta') gate.open();
    }
    expect(summary(events)).toMatch(/^cut text Half; failed stream-cut: .*was lost/);
    expect(server.requests).toHaveLength(1);
  });

  it('ends at once when it is aborted in the middle of an answer', async () => {
    const gate = createGate();
    const server = await serve([{ content: [{ type: 'text', text: ['One', gate.pause, 'two'] }] }]);
    const provider = await open(choiceOf(service, server));
    const controller = new AbortController();
    const seen: string[] = [];
    for await (const event of provider.send(requestOf(), controller.signal)) {
      seen.push(summary([event]));
      if (event.type === 'block-delta') controller.abort();
    }
    expect(seen.filter((text) => text !== '')).toEqual([
      'cut text One',
      'failed aborted: The request was aborted.',
    ]);
    expect(await server.requests[0]?.ended).toBe('client-gone');
  });

  it('shows no key, whatever a server repeats of its request', async () => {
    const anyKey = fc.stringMatching(/^[!-~]{12,40}$/);
    const server = await startServer((request, response) => {
      request.resume();
      const text = JSON.stringify(request.headers);
      const error = { message: text, type: 'invalid_request_error', code: text, status: text };
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error, headers: request.headers }));
    });
    await fc.assert(
      fc.asyncProperty(anyKey, async (key) => {
        const env = { ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key, GEMINI_API_KEY: key };
        const provider = await open({ model: `${service}/test`, baseUrl: server.url.origin, env });
        const events = await eventsOf(provider);
        const { message } = lastFailure(events);
        expect(message).toContain('user-agent');
        for (const form of [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]) {
          expect(JSON.stringify(events)).not.toContain(form);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('what a server refuses', () => {
  const DONE = { content: [{ type: 'text', text: 'Hi.' }] } as const;

  it('asks again with the limit that the server names, and keeps to it', async () => {
    const message = 'max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for test';
    const server = await serve([
      { status: 400, error: { type: 'invalid_request_error', message } },
      DONE,
      DONE,
    ]);
    const provider = await open(choiceOf('anthropic', server, { maxOutputTokens: 32_000 }));
    expect(summary(await eventsOf(provider))).toBe('text Hi.; end_turn');
    expect(summary(await eventsOf(provider))).toBe('text Hi.; end_turn');
    expect(server.requests.map(({ body }) => body['max_tokens'])).toEqual([32_000, 8192, 8192]);
  });

  it('leaves out fields that an old server does not know, and remembers them', async () => {
    const refuse = (name: string) =>
      ({
        status: 400,
        body: JSON.stringify({ error: { message: `Unknown parameter: '${name}'.` } }),
      }) as const;
    const server = await serve([refuse('stream_options'), refuse('tool_choice'), DONE, DONE]);
    const provider = await open(choiceOf('openai-chat', server));
    const request = requestOf({ toolChoice: 'any' });
    expect(summary(await eventsOf(provider, request))).toBe('text Hi.; end_turn');
    expect(summary(await eventsOf(provider, request))).toBe('text Hi.; end_turn');
    const fields = server.requests.map(({ body }) =>
      ['stream_options', 'tool_choice'].filter((name) => Object.hasOwn(body, name)).join(' '),
    );
    expect(fields).toEqual(['stream_options tool_choice', 'tool_choice', '', '']);
  });

  it.each([
    [
      'a model that knows no budgets',
      { maxTokens: 4000 },
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive".',
      [{ type: 'enabled', budget_tokens: 4000 }, { type: 'adaptive' }, { type: 'adaptive' }],
    ],
    [
      'a model that knows nothing else',
      { effort: 'high' } as const,
      'adaptive thinking is not supported on this model',
      [{ type: 'adaptive' }, undefined, undefined],
    ],
    [
      'calls that were made without, for once',
      { maxTokens: 4000 },
      'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.',
      [{ type: 'enabled', budget_tokens: 4000 }, undefined, { type: 'enabled', budget_tokens: 4000 }],
    ],
  ])('asks for thinking in the way that suits %s', async (_, thinking, message, expected) => {
    const server = await serve([
      { status: 400, error: { type: 'invalid_request_error', message } },
      DONE,
      DONE,
    ]);
    const provider = await open(choiceOf('anthropic', server));
    const request = requestOf({ thinking });
    expect(summary(await eventsOf(provider, request))).toBe('text Hi.; end_turn');
    expect(summary(await eventsOf(provider, request))).toBe('text Hi.; end_turn');
    expect(server.requests.map(({ body }) => body['thinking'])).toEqual(expected);
  });

  it('tells that a model does not know the effort that was asked for', async () => {
    const message = 'This model does not support the effort parameter.';
    const server = await serve([{ status: 400, error: { type: 'invalid_request_error', message } }]);
    const provider = await open(choiceOf('anthropic', server));
    const events = await eventsOf(provider, requestOf({ thinking: { effort: 'low' } }));
    expect(lastFailure(events).message).toContain(message);
  });

  it('tells a refusal that nothing can be changed about, once', async () => {
    const message = 'messages: this will never do';
    const server = await serve([{ status: 400, error: { type: 'invalid_request_error', message } }]);
    expect(lastFailure(await eventsOf(await open(choiceOf('anthropic', server))))).toMatchObject({
      kind: 'invalid-request',
      status: 400,
      isRetryable: false,
      message: expect.stringContaining(message),
    });
    expect(server.requests).toHaveLength(1);
  });

  it('takes an answer at once from a server that knows no streams', async () => {
    const { url } = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        '{"id":"1","choices":[{"message":{"role":"assistant","content":"Hi."},"finish_reason":"stop"}]}',
      );
    });
    const provider = await open({ model: 'test', baseUrl: url.origin });
    expect(summary(await eventsOf(provider))).toBe('text Hi.; end_turn');
  });

  it('takes a stream from a server that knows nothing else', async () => {
    const { url } = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.end(
        'data: {"choices":[{"delta":{"content":"Hi."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
      );
    });
    const provider = await open({ model: 'test', baseUrl: url.origin });
    expect(summary(await eventsOf(provider, requestOf({ isStreamed: false })))).toBe('text Hi.; end_turn');
  });

  it('knows a web page from an answer', async () => {
    const { url } = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
    });
    const provider = await open({ model: 'test', baseUrl: url.origin });
    expect(lastFailure(await eventsOf(provider)).message).toMatch(/web page.*base URL/);
  });
});

describe('the connection', () => {
  it('is not waited for by a client that has its message', async () => {
    const { promise: hasClosed, resolve: closed } = Promise.withResolvers<void>();
    const clock = createFakeClock();
    const server = await startServer((request, response) => {
      request.socket.once('close', () => closed());
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(
        'data: {"choices":[{"delta":{"content":"Hi."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
      );
    });
    const provider = await open({ model: 'test', baseUrl: server.url.origin, clock });
    const stream = provider.send(requestOf(), new AbortController().signal)[Symbol.asyncIterator]();
    let value = (await stream.next()).value;
    while (value?.type !== 'message-end') value = (await stream.next()).value;
    const last = stream.next();
    while (clock.untilNext !== 100) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(100);
    expect((await last).done).toBe(true);
    await hasClosed;
  });

  it('is opened anew without a word where the server had closed a kept one', async () => {
    const hi = { content: [{ type: 'text', text: 'Hi.' }] } as const;
    const server = await serve([hi, hi, hi]);
    const provider = await open(choiceOf('anthropic', server));
    for (let turn = 0; turn < 3; turn += 1) {
      expect(summary(await eventsOf(provider))).toBe('text Hi.; end_turn');
      server.closeIdleConnections();
    }
    expect(server.requests).toHaveLength(3);
  });

  it('gives up on a silent server when the time of API_TIMEOUT_MS is over', async () => {
    const server = await serve([{ connection: 'silent' }, { content: [{ type: 'text', text: 'Hi.' }] }]);
    const clock = createFakeClock();
    const env = { ANTHROPIC_API_KEY: KEY, API_TIMEOUT_MS: '1234', SLUICE_MAX_RETRIES: '0' };
    const provider = await open(choiceOf('anthropic', server, { clock, env }));
    const events = eventsOf(provider);
    await server.request(0);
    while (clock.untilNext !== 1234) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(1234);
    expect(lastFailure(await events)).toMatchObject({ kind: 'timeout', isRetryable: true });
  });
});

it('warns of values in the environment that are none, by their names', async () => {
  const warnings: string[] = [];
  const env = {
    API_TIMEOUT_MS: 'soon',
    SLUICE_MAX_RETRIES: '-1',
    CLAUDE_CODE_MAX_RETRIES: '0',
    SLUICE_MAX_RETRY_WAIT_MS: '1.5',
  };
  const server = await serve([{ status: 529 }]);
  const warn = (text: string): unknown => warnings.push(text);
  const provider = await open({ ...choiceOf('openai-chat', server), env, warn });
  expect(lastFailure(await eventsOf(provider)).status).toBe(529);
  expect(server.requests).toHaveLength(1);
  expect(warnings.map((text) => text.split(' ')[0])).toEqual([
    'API_TIMEOUT_MS',
    'SLUICE_MAX_RETRIES',
    'SLUICE_MAX_RETRY_WAIT_MS',
  ]);
});

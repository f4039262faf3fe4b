import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createAnthropicDecoder } from '../../src/index.ts';
import type { Api } from '../support/model-server/api.ts';
import { createGate } from '../support/model-server/gate.ts';
import { startModelServer, type ModelServer } from '../support/model-server/start-model-server.ts';
import { ask, textsOf } from './ask.ts';

const APIS: readonly Api[] = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'];

describe.each(APIS)('the scripted model server as %s', (api) => {
  it('streams what its script says, and says the same without a stream', async () => {
    const content = [
      { type: 'thinking', text: ['a ', 'thought'] },
      { type: 'text', text: ['Hel', 'lo'] },
      { type: 'call', name: 'Read', input: { path: 'p', deep: [1, null] } },
    ] as const;
    await using server = await startModelServer([{ content }, { content }]);
    const streamed = await ask(server, api, true);
    const whole = await ask(server, api, false);
    for (const text of ['Hel', 'Read']) expect(streamed).toContain(text);
    for (const text of ['a thought', 'Hello', 'Read', 'deep']) expect(whole).toContain(text);
    expect(server.requests.map(({ api: of, isStreamed }) => [of, isStreamed])).toEqual([
      [api, true],
      [api, false],
    ]);
    expect(server.problems).toEqual([]);
  });

  it('holds the rest of an answer back until its gate opens', async () => {
    const gate = createGate();
    const text = ['before', gate.pause, 'after'] as const;
    await using server = await startModelServer([{ content: [{ type: 'text', text }] }]);
    const texts: string[] = [];
    for await (const chunk of textsOf(server, api)) {
      texts.push(chunk);
      if (!texts.join('').includes('before')) continue;
      if (server.requests[0]?.end === undefined) expect(texts.join('')).not.toContain('after');
      gate.open();
    }
    expect(texts.join('')).toContain('after');
    expect(await server.requests[0]?.ended).toBe('whole');
  });

  it('cuts, fails, errs and runs dry as told', async () => {
    await using server = await startModelServer([
      { content: [{ type: 'text', text: ['one', { type: 'cut' }, 'two'] }] },
      { connection: 'cut' },
      { status: 529, headers: { 'retry-after': '7' }, error: { type: 'overloaded_error', message: 'Busy.' } },
      {
        content: [
          { type: 'text', text: 'x' },
          { type: 'error', error: { type: 'api_error', message: 'Oh.' } },
        ],
      },
      { content: [{ type: 'text', text: 'quiet' }, { type: 'silence' }] },
      { raw: ['<html>'], status: 502, headers: { 'content-type': 'text/html' } },
    ]);
    await expect(ask(server, api, true)).rejects.toThrow(/terminated|fetch failed/);
    await expect(ask(server, api, true)).rejects.toThrow('fetch failed');
    expect(await ask(server, api, true)).toMatch(/^529 .*Busy\./);
    expect(await ask(server, api, true)).toContain('Oh.');
    const stopped = new AbortController();
    const reading = ask(server, api, true, stopped.signal);
    await server.request(4);
    stopped.abort();
    await expect(reading).rejects.toThrow('abort');
    expect(await server.requests[4]?.ended).toBe('client-gone');
    expect(await ask(server, api, true)).toBe('502 <html>');
    expect(server.problems).toEqual([]);
    expect(await ask(server, api, true)).toContain('The script has 6 answers; this is request 7.');
    expect(server.problems).toHaveLength(1);
  });
});

it('cuts a stream into pieces of any size, and the decoder makes the same of it', async () => {
  const content = [{ type: 'call', name: 'Bash', input: { command: 'printf "ü"' } }] as const;
  await using server: ModelServer = await startModelServer([
    { content, id: 'm' },
    { content, id: 'm', chunkBytes: 3 },
  ]);
  const [whole, pieces] = [await ask(server, 'anthropic', true), await ask(server, 'anthropic', true)];
  const calls = [whole, pieces].map((stream) =>
    createAnthropicDecoder()
      .push(Buffer.from(stream.slice(4)))
      .filter((item) => item.type === 'call')
      .map(({ name, inputText }) => ({ name, inputText })),
  );
  const input = JSON.stringify({ command: 'printf "ü"' });
  expect(calls[0]).toEqual([{ name: 'Bash', inputText: input }]);
  expect(calls[1]).toEqual(calls[0]);
});

it('records requests so that they compare with other clocks', async () => {
  await using server = await startModelServer(() => ({ content: [{ type: 'text', text: 'hi' }] }));
  const before = Date.now();
  await ask(server, 'anthropic', true);
  await ask(server, 'anthropic', true);
  const [first, second] = server.requests;
  expect(first?.arrivedAt).toBeGreaterThanOrEqual(before - 5);
  expect(second?.arrivedAt).toBeGreaterThanOrEqual(first?.marks.at(-1)?.at ?? Infinity);
  expect(first?.marks.map(({ what }) => what)).toEqual(['headers', 'block-start', 'block-stop', 'end']);
  expect(second?.sha256).toBe(first?.sha256);
  expect(first?.bytes).toBe(JSON.stringify(first?.body).length);
});

it('tells which requests came over one socket', async () => {
  await using server = await startModelServer(() => ({ content: [{ type: 'text', text: 'hi' }] }));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = async (): Promise<string> => {
    const sending = request(`${server.address}/v1/messages`, { method: 'POST', agent });
    sending.end('{}');
    const [response]: IncomingMessage[] = await once(sending, 'response');
    return response === undefined ? '' : await text(response);
  };
  await send();
  await send();
  await send();
  agent.destroy();
  await send();
  agent.destroy();
  expect(server.requests.map(({ connection }) => connection)).toEqual([0, 0, 0, 1]);
});

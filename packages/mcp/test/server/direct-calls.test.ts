import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import {
  bypassPolicy,
  createInputValidator,
  createMemoryFiles,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  defineTool,
  isJsonObject,
  systemClock,
  type JsonObject,
} from '@sluice/core';
import { afterEach, expect, it, vi } from 'vitest';
import { createAjvValidator } from '../../../host/src/index.ts';
import { DirectCalls } from '../../src/server/direct-calls.ts';
import { serveStdio } from '../../src/server/index.ts';

const SCHEMA = { type: 'object', properties: { text: { type: 'string' } } } as const;
const base = { description: 'A tool.', inputSchema: SCHEMA, isReadOnly: true, isConcurrencySafe: true };
/** What a client of Sluice gets as it is, valid or not. */
const asGiven = (name: string, content: unknown) =>
  defineTool({
    ...{ ...base, name, annotations: { mcpResult: true } },
    claims: () => [],
    call: async () => ({ data: { content } }),
    toModel: () => 'shown to a model',
    toClient: (data) => data,
  });

interface Served {
  readonly send: (...messages: readonly object[]) => void;
  /** The next message of the server. */
  readonly next: () => Promise<JsonObject>;
  readonly aborted: readonly string[];
  readonly end: () => void;
  /** Ends the server once its calls have ended; the messages that nothing has read. */
  readonly rest: () => Promise<readonly unknown[]>;
}

/** A server in this process whose client has said hello. */
async function served(): Promise<Served> {
  const aborted: string[] = [];
  const tools = [
    defineTool({
      ...{ ...base, name: 'Echo', claims: () => [] },
      call: async ({ text }: { text?: string }) => ({ data: text ?? 'nothing' }),
    }),
    defineTool({
      ...{ ...base, name: 'Wait', claims: () => [] },
      async call(_input, { signal, progress }) {
        progress({ message: 'waiting' });
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        aborted.push('Wait');
        return { data: 'too late' };
      },
    }),
    asGiven('Image', [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }]),
    asGiven('Noted', [{ type: 'text', text: 'a', annotations: { audience: ['user'] } }]),
    asGiven('Invalid', [{ type: 'text' }]),
  ];
  const validator = createAjvValidator();
  const permission = {
    policy: bypassPolicy,
    state: createPermissionState({ mode: 'default', workingDirectories: ['/'] }),
  };
  const ports = { clock: systemClock, files: createMemoryFiles(), store: createMemoryStore(), validator };
  const runtime = createRuntime({ tools, cwd: '/', permission, ports });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const server = serveStdio(
    {
      host: { pool: runtime.pool, offers: () => true, openClient: () => runtime },
      validator: createInputValidator(validator),
      stateKey: randomBytes(32),
      identity: { name: 'test', version: '1', instructions: undefined },
      onProblem() {},
    },
    input,
    output,
  );
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  const send = (...messages: readonly object[]): void =>
    void input.write(
      messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
    );
  const next = async (): Promise<JsonObject> => {
    const parsed: unknown = JSON.parse(String((await lines.next()).value));
    if (!isJsonObject(parsed)) throw new Error('no message');
    return parsed;
  };
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  send({ id: 0, method: 'initialize', params: hello });
  await next();
  send({ method: 'notifications/initialized' });
  onEnd.push(async () => server[Symbol.asyncDispose]());
  const rest = async (): Promise<readonly unknown[]> => {
    await server[Symbol.asyncDispose]();
    output.end();
    const unread: unknown[] = [];
    for (let line = await lines.next(); line.done !== true; line = await lines.next())
      unread.push(JSON.parse(line.value));
    return unread;
  };
  return { send, next, aborted, end: () => void input.end(), rest };
}

const onEnd: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(onEnd.splice(0).map((end) => end()));
});

const call = (id: unknown, name: string, more: object = {}, params: object = {}): object => ({
  ...{ id, method: 'tools/call', params: { name, arguments: { text: 'hi' }, ...params }, ...more },
});
const text = (value: string): object => ({ content: [{ type: 'text', text: value }] });

it.each<[string, boolean, object]>([
  ['a number as its id', true, call(1, 'Echo')],
  ['a string as its id', true, call('a', 'Echo')],
  ['a progress token', true, call(1, 'Echo', {}, { _meta: { progressToken: 'a' } })],
  ['no arguments', true, { id: 1, method: 'tools/call', params: { name: 'Echo' } }],
  ['a fraction as its id', false, call(1.5, 'Echo')],
  ['one more member', false, call(1, 'Echo', { more: 1 })],
  ['one more parameter', false, call(1, 'Echo', {}, { task: {} })],
  ['a list as its arguments', false, call(1, 'Echo', {}, { arguments: [] })],
  ['a number as its name', false, call(1, 'Echo', {}, { name: 1 })],
  ['no parameters', false, { id: 1, method: 'tools/call' }],
  ['an object as its progress token', false, call(1, 'Echo', {}, { _meta: { progressToken: {} } })],
  [
    'a member of the protocol in its _meta',
    false,
    call(1, 'Echo', {}, { _meta: { 'io.modelcontextprotocol/a': 1 } }),
  ],
])('of calls, one with %s is handled without the package: %s', async (_title, isDirect, message) => {
  const takes = vi.spyOn(DirectCalls.prototype, 'take');
  const { send, next } = await served();
  takes.mockClear();
  send(message);
  // The package drops some of them.
  send({ id: 'last', method: 'ping' });
  while ((await next())['id'] !== 'last');
  expect(takes).toHaveNthReturnedWith(1, isDirect);
});

it.each<[string, string, object]>([
  ['a text', 'Echo', { result: text('hi') }],
  ['an image', 'Image', { result: { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] } }],
  ['annotations', 'Noted', { result: { content: [{ text: 'a', annotations: { audience: ['user'] } }] } }],
  ['what is not valid', 'Invalid', { error: { code: -32_602 } }],
  ['no tool of that name', 'Ecko', { error: { code: -32_602, message: expect.stringContaining('Echo') } }],
])('a call whose outcome is %s has one response', async (_title, name, response) => {
  const { send, next } = await served();
  send(call(1, name), call(2, name));
  expect(await next()).toMatchObject({ id: 1, ...response });
  expect(await next()).toMatchObject({ id: 2, ...response });
});

it('a canceled call is aborted and has no response', async () => {
  const { send, next, aborted, rest } = await served();
  send(call('slow', 'Wait', {}, { _meta: { progressToken: 7 } }));
  const progress = { progressToken: 7, message: 'waiting' };
  expect(await next()).toMatchObject({ method: 'notifications/progress', params: progress });
  send({ method: 'notifications/cancelled', params: { requestId: 'slow' } });
  send(call(2, 'Echo'));
  expect(await next()).toMatchObject({ id: 2 });
  await vi.waitFor(() => expect(aborted).toEqual(['Wait']));
  expect(await rest()).toEqual([]);
});

it('calls are aborted when their client goes', async () => {
  const { send, next, aborted, end } = await served();
  send(call('slow', 'Wait', {}, { _meta: { progressToken: 7 } }));
  await next();
  end();
  await vi.waitFor(() => expect(aborted).toEqual(['Wait']));
});

it('a second call with the id of one that runs is left to the package', async () => {
  const { send, next } = await served();
  send(call(1, 'Wait', {}, { _meta: { progressToken: 7 } }));
  await next();
  send(call(1, 'Echo'));
  expect(await next()).toMatchObject({ id: 1, result: text('hi') });
});

it('a call waits for what came before it', async () => {
  const takes = vi.spyOn(DirectCalls.prototype, 'take');
  const { send, next } = await served();
  takes.mockClear();
  send({ id: 1, method: 'ping' }, call(2, 'Echo'));
  expect([await next(), await next()]).toMatchObject([{ id: 1 }, { id: 2 }]);
  expect(takes).toHaveBeenCalledOnce();
});

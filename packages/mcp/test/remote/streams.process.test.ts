import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { McpServers } from '../../src/index.ts';
import { call, open, remote } from '../client/support/open-server.ts';
import { scratch } from '../server/support/scratch.ts';
import { until } from '../server/support/until.ts';

interface Message {
  readonly id?: number;
  readonly method?: string;
}

/** A server whose streams of events break. */
interface Streams {
  readonly origin: string;
  /** Methods of the messages that came, in order. */
  readonly asked: string[];
  /** `Last-Event-ID` of each stream that was opened. */
  readonly resumed: (string | undefined)[];
  /** Streams that are open. */
  readonly open: Set<ServerResponse>;
  /** What is called when a tool is: writes to the response of Streamable HTTP, or to the stream of its predecessor. */
  onCall: (id: number, write: (event: string) => void, end: () => void) => void;
  /** What a stream begins with that is opened with this `Last-Event-ID`. */
  onStream: (lastEventId: string | undefined, write: (event: string) => void) => void;
  tools: string[];
  /** Of what confirms a message in the older transport. */
  receipt: Record<string, string>;
  /** It never answers that its session ends. */
  isSilentAtEnd: boolean;
}

const message = (value: object): string => `data: ${JSON.stringify({ jsonrpc: '2.0', ...value })}\n\n`;
const answer = (id: number): string =>
  message({ id, result: { content: [{ type: 'text', text: 'hello' }] } });

async function startStreams(): Promise<Streams> {
  const streams: Streams = {
    origin: '',
    asked: [],
    resumed: [],
    open: new Set(),
    onCall: (id, write, end) => {
      write(answer(id));
      end();
    },
    onStream: () => {},
    tools: ['say'],
    receipt: {},
    isSilentAtEnd: false,
  };
  const resultOf = (method: string | undefined): object =>
    method === 'initialize'
      ? {
          protocolVersion: '2025-11-25',
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'streams', version: '1' },
        }
      : { tools: streams.tools.map((name) => ({ name, inputSchema: { type: 'object' } })) };
  const stream = (request: IncomingMessage, response: ServerResponse, first: string): void => {
    const header = request.headers['last-event-id'];
    const lastEventId = typeof header === 'string' ? header : undefined;
    streams.resumed.push(lastEventId);
    streams.open.add(response);
    response.on('close', () => streams.open.delete(response));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`retry: 1\n\n${first}`);
    streams.onStream(lastEventId, (event) => void response.write(event));
  };
  const server = createServer((request, response) => {
    void (async () => {
      const isOld = request.url !== '/mcp';
      if (request.method === 'GET')
        return stream(request, response, isOld ? 'event: endpoint\ndata: /messages\n\n' : '');
      if (request.method !== 'POST') {
        streams.asked.push(request.method ?? '');
        return streams.isSilentAtEnd ? undefined : void response.writeHead(200).end();
      }
      const { id, method }: Message = JSON.parse(await text(request));
      streams.asked.push(method ?? '');
      if (id === undefined || method === undefined) return void response.writeHead(202).end();
      if (isOld) {
        await new Promise<void>((taken) => void response.writeHead(202, streams.receipt).end(taken));
        const write = (event: string): void => {
          for (const one of streams.open) one.write(event);
        };
        const end = (): void => {
          for (const one of streams.open) one.destroy();
        };
        if (method === 'tools/call') return streams.onCall(id, write, end);
        return write(message({ id, result: resultOf(method) }));
      }
      if (method === 'server/discover') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/event-stream', 'mcp-session-id': 'one' });
      if (method === 'tools/call')
        return streams.onCall(
          id,
          (event) => void response.write(event),
          () => void response.end(),
        );
      response.end(message({ id, result: resultOf(method) }));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return Object.assign(streams, {
    origin: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
  });
}

const http = ({ origin }: Streams) => remote(`${origin}/mcp`);
const sse = ({ origin }: Streams) => remote(`${origin}/sse`, 'sse');
const stateOf = (servers: McpServers): string | undefined => servers.status()[0]?.state;

it('an answer whose stream breaks is fetched from where that broke', async () => {
  const streams = await startStreams();
  let calls = 0;
  streams.onCall = (id, write, end) => {
    calls += 1;
    write('id: 7\nretry: 1\ndata:\n\n');
    end();
    streams.onStream = (lastEventId, resume) => {
      if (lastEventId === '7') resume(answer(id));
    };
  };
  const servers = await open(http(streams), { protocol: '2025-11-25' });
  expect(await call(servers, 'say')).toMatchObject({
    status: 'result',
    result: { content: [{ text: 'hello' }] },
  });
  expect(calls).toBe(1);
  expect(streams.resumed).toContain('7');
});

it('news on a stream that was broken and opened again are heard', async () => {
  const streams = await startStreams();
  streams.onStream = (_none, write) => write('id: 3\ndata:\n\n');
  const servers = await open(http(streams), { protocol: '2025-11-25' });
  await until(() => streams.open.size === 1 || undefined);
  streams.tools = ['say', 'shout'];
  streams.onStream = (_last, write) => write(message({ method: 'notifications/tools/list_changed' }));
  for (const one of streams.open) one.end();
  await until(() => servers.status()[0]?.tools.length === 2 || undefined);
  expect(streams.resumed).toEqual([undefined, '3']);
});

it.each([
  ['http', http],
  ['sse', sse],
] as const)(
  'a call of a server of the type %s of which nothing is heard is given up',
  async (_kind, entry) => {
    const streams = await startStreams();
    const { promise: isCalled, resolve: onCall } = Promise.withResolvers<void>();
    streams.onCall = () => onCall();
    // Longer than without a sign: otherwise the wait for the response's head ends first.
    const servers = await open(entry(streams), { protocol: '2025-11-25', timeoutMs: 600_000 });
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isOver = false;
    const ended = call(servers, 'say').finally(() => (isOver = true));
    await isCalled;
    vi.advanceTimersByTime(299_999);
    await new Promise((resolve) => void setImmediate(resolve));
    expect(isOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await ended).toEqual({ status: 'timed-out', afterMs: 300_000, isIdle: true });
  },
);

it.each([
  ['http', http],
  ['sse', sse],
] as const)(
  'a call of a server of the type %s ends with the time of its entry, also outside of any run',
  async (_kind, entry) => {
    const streams = await startStreams();
    const { promise: isCalled, resolve: onCall } = Promise.withResolvers<void>();
    streams.onCall = () => onCall();
    const servers = await open(entry(streams), { protocol: '2025-11-25', timeoutMs: 200_000 });
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ended = call(servers, 'say');
    await isCalled;
    vi.advanceTimersByTime(200_000);
    expect(await ended).toEqual({ status: 'timed-out', afterMs: 200_000, isIdle: false });
  },
);

/** What a server writes as the answer to a call, whose stream stays open. */
const unusable: readonly [string, (id: number) => string, RegExp][] = [
  ['JSON that is cut off', () => 'data: {"jsonrpc\n\n', /^It sent an event that is not JSON: "\{.*"\.$/],
  ['a list', () => 'data: []\n\n', /is not an MCP message/],
  ['a response without a result', (id) => message({ id }), /neither a "result" object/],
  ['a response whose result is a text', (id) => message({ id, result: 'x' }), /neither a "result" object/],
  [
    'an error without a number',
    (id) => message({ id, error: { code: 'x', message: 'y' } }),
    /is not an MCP message/,
  ],
  [
    'an error without an id',
    () => message({ error: { code: -32_700, message: 'Parse error' } }),
    /^It could not read the request: Parse error$/,
  ],
];

it.each(
  unusable.flatMap(([what, event, reason]) => [
    ['http', what, http, event, reason] as const,
    ['sse', what, sse, event, reason] as const,
  ]),
)(
  'a call of a server of the type %s ends when its answer is %s',
  async (_kind, _what, entry, event, reason) => {
    const streams = await startStreams();
    streams.onCall = (id, write) => write(event(id));
    const servers = await open(entry(streams), { protocol: '2025-11-25' });
    expect(await call(servers, 'say')).toEqual({ status: 'lost', reason: expect.stringMatching(reason) });
    streams.onCall = (id, write) => write(answer(id));
    expect(await call(servers, 'say')).toMatchObject({ status: 'result' });
  },
);

const HEARTBEATS = ['ping', '', ' ', '"ping"', '0', 'null', '{"type":"heartbeat"}', '{}', '<html>'];

it.each([
  ['http', http],
  ['sse', sse],
] as const)(
  'a call of a server of the type %s goes on after heartbeats that are not messages; the log and the status name them',
  async (_kind, entry) => {
    const streams = await startStreams();
    streams.onCall = (id, write) => {
      for (const heartbeat of HEARTBEATS) write(`data: ${heartbeat}\n\n`);
      write('event: ping\ndata: named\n\n');
      write(answer(id));
    };
    const state = scratch();
    const servers = await open(entry(streams), { protocol: '2025-11-25', state });
    expect(await call(servers, 'say')).toMatchObject({ status: 'result' });
    expect(servers.status()[0]?.problems).toEqual([
      'It sent 8 events that are not MCP messages, which were ignored. The first: "ping".',
    ]);
    const log = readFileSync(join(state, 'mcp', 's.log'), 'utf8');
    expect(log.match(/An event that is not a message was ignored: .*/g)).toHaveLength(8);
    expect(log).not.toContain('named');
  },
);

it('a call whose stream ends after an event that is not a message says what that was', async () => {
  const streams = await startStreams();
  streams.onCall = (_id, write, end) => {
    write('data: <html>\n\n');
    end();
  };
  const servers = await open(http(streams), { protocol: '2025-11-25' });
  expect(await call(servers, 'say')).toEqual({
    status: 'lost',
    reason:
      'The server ended the stream of the request without an answer. It sent an event that is not an MCP message, which was ignored: "<html>".',
  });
});

it('an unusable answer costs the call that it belongs to, also on a stream that is opened again', async () => {
  const streams = await startStreams();
  const other = Promise.withResolvers<() => void>();
  streams.onCall = (id, write) => other.resolve(() => write(answer(id)));
  const servers = await open(http(streams), { protocol: '2025-11-25' });
  const second = call(servers, 'say');
  const answerOther = await other.promise;
  streams.onCall = (_id, write, end) => {
    write('id: 7\nretry: 1\ndata:\n\n');
    end();
    streams.onStream = (lastEventId, resume) => {
      if (lastEventId === '7') resume('data: {\n\n');
    };
  };
  expect(await call(servers, 'say')).toEqual({
    status: 'lost',
    reason: expect.stringMatching(/not JSON: "\{"/),
  });
  answerOther();
  expect(await second).toMatchObject({ status: 'result' });
});

it('what is not an answer costs no call: a notification that is invalid, and what comes on a stream of no call', async () => {
  const streams = await startStreams();
  streams.onCall = (id, write) => {
    for (const one of streams.open) one.write('data: {\n\n');
    write(message({ method: 'notifications/progress', params: null }));
    write(message({ id: 'other', result: 'x' }));
    write(answer(id));
    write('data: {\n\n');
  };
  const servers = await open(http(streams), { protocol: '2025-11-25' });
  await until(() => streams.open.size === 1 || undefined);
  expect(await call(servers, 'say')).toMatchObject({ status: 'result' });
});

it('a server of the type sse that confirms messages in JSON answers on its stream', async () => {
  const streams = await startStreams();
  streams.receipt = { 'content-type': 'application/json' };
  const answered = Promise.withResolvers<() => void>();
  streams.onCall = (id, write) => answered.resolve(() => write(answer(id)));
  const servers = await open(sse(streams), { protocol: '2025-11-25' });
  const said = call(servers, 'say');
  // Whoever takes the receipt of a message for its answer calls nothing.
  const unasked = said.then(() => () => {});
  (await Promise.race([answered.promise, unasked]))();
  expect(await said).toMatchObject({
    status: 'result',
    result: { content: [{ text: 'hello' }] },
  });
});

it('a server of the type sse begins anew at the next call when its stream has broken', async () => {
  const streams = await startStreams();
  const servers = await open(sse(streams));
  streams.onCall = (_id, _write, end) => end();
  expect(await call(servers, 'say')).toMatchObject({
    status: 'closed',
    reason: expect.stringMatching(/ended its event stream\. The call may have had effects/),
  });
  expect(stateOf(servers)).toBe('cached');
  streams.onCall = (id, write) => write(answer(id));
  expect(await call(servers, 'say')).toMatchObject({ status: 'result' });
  expect(streams.asked.filter((method) => method === 'initialize')).toHaveLength(2);
});

it('a server of the type sse begins anew by itself when its stream has broken', async () => {
  const streams = await startStreams();
  const servers = await open(sse(streams));
  for (const one of streams.open) one.destroy();
  await until(() => stateOf(servers) === 'cached' || undefined);
  await until(() => stateOf(servers) === 'connected' || undefined);
  expect(streams.asked.filter((method) => method === 'initialize')).toHaveLength(2);
});

it('a server that never answers at the end of its session does not hold that up', async () => {
  const streams = await startStreams();
  streams.isSilentAtEnd = true;
  const servers = await open(http(streams), { protocol: '2025-11-25' });
  await servers[Symbol.asyncDispose]();
  expect(streams.asked.at(-1)).toBe('DELETE');
});

import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { abortedWhenGone, answerRequest } from './answer-request.ts';
import { routeOf, type Route } from './api.ts';
import { checkRequest } from './check/check-request.ts';
import { createSentMemory } from './check/sent-memory.ts';
import { now, type AnswerEnd, type Mark, type RecordedRequest } from './recorded-request.ts';
import type { Answer, Script } from './script.ts';

export interface ModelServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, as ANTHROPIC_BASE_URL takes it; for OPENAI_BASE_URL add `/v1`. */
  readonly address: string;
  /** Those for a message, in the order in which they came. */
  readonly requests: readonly RecordedRequest[];
  /** Where a request broke a rule of its API, or was none; each names the request and the place in it. */
  readonly problems: readonly string[];
  /** Resolves when that request has come whole. */
  request(index: number): Promise<RecordedRequest>;
  /**
   * The body of the last request. Checks it where bodies are not parsed as they come: it holds the whole conversation.
   */
  lastBody(): JsonObject;
  /** Begins anew with another script; what was recorded is forgotten. */
  restart(script: Script): void;
  /** Closes kept connections that no request uses, as a server does that waited long enough. */
  closeIdleConnections(): void;
  /** Ends all connections. */
  close(): Promise<void>;
}

export interface ModelServerOptions {
  /** Default: any that is free. */
  readonly port?: number;
  /** False: bodies are not parsed, for measurements; streams are sent whatever they ask for. Default true. */
  readonly isChecked?: boolean;
  /** Other paths; returns whether it has answered. */
  readonly handle?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** Speaks four model APIs on loopback and answers what its script says. */
export async function startModelServer(
  script: Script,
  { port = 0, isChecked = true, handle }: ModelServerOptions = {},
): Promise<ModelServer> {
  const connections = new WeakMap<Socket, number>();
  let connectionCount = 0;
  const closing = new AbortController();
  let state = createState(script);

  const server = createServer((request, response) => {
    if (handle?.(request, response) === true) return;
    const route = routeOf(new URL(request.url ?? '/', 'http://loopback'));
    if (route === undefined || request.method !== 'POST') {
      state.problems.push(`${request.method} ${request.url}: this API has no such path.`);
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type: 'not_found_error', message: 'No such path.' } }));
      return;
    }
    void serve(state, route, request, response);
  });
  server.on('connection', (socket) => connections.set(socket, connectionCount++));

  async function serve(
    current: State,
    route: Route,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const arrivedAt = now();
    const gone = AbortSignal.any([abortedWhenGone(incoming, response), closing.signal]);
    let raw: Buffer;
    try {
      raw = await buffer(incoming);
    } catch {
      return;
    }
    const readAt = now();
    const index = current.requests.length;
    const { body, problems } = isChecked ? parseBody(raw) : { body: {}, problems: [] };
    const marks: Mark[] = [];
    const { promise: ended, resolve: resolveEnd } = Promise.withResolvers<AnswerEnd>();
    let end: RecordedRequest['end'];
    const model = route.model ?? getOwn(body, 'model');
    const request: RecordedRequest = {
      index,
      api: route.api,
      isStreamed: route.isStreamed ?? (isChecked ? getOwn(body, 'stream') === true : true),
      model: typeof model === 'string' ? model : 'test',
      path: incoming.url ?? '',
      headers: headersOf(incoming),
      body,
      bytes: raw.length,
      sha256: createHash('sha256').update(raw).digest('hex'),
      connection: connections.get(incoming.socket) ?? -1,
      arrivedAt,
      readAt,
      marks,
      get end() {
        return end;
      },
      ended,
    };
    if (isChecked) problems.push(...checkRequest(request, current.sent));
    current.problems.push(...problems.map((problem) => `request ${index}: ${problem}`));
    current.requests.push(request);
    current.lastRaw = raw;
    current.arrived(request);
    const exchange = {
      ...{ request, route, response, gone, marks },
      id: `${current.token}${index}`,
      sent: current.sent.add.bind(undefined, request.api),
    };
    try {
      end = await answerRequest(await answerFor(current, request), exchange);
    } catch (error) {
      current.problems.push(`request ${index}: its answer failed: ${String(error)}`);
      response.destroy();
      end = 'cut';
    }
    resolveEnd(end);
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${portOf(server.address())}`;

  const close = async (): Promise<void> => {
    closing.abort();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    address,
    get requests() {
      return state.requests;
    },
    get problems() {
      return state.problems;
    },
    request: (index) => state.request(index),
    lastBody() {
      const request = state.requests.at(-1);
      if (request === undefined) return {};
      if (isChecked) return request.body;
      const { body, problems } = parseBody(state.lastRaw);
      problems.push(...checkRequest({ ...request, body }, state.sent));
      state.problems.push(...problems.map((problem) => `request ${request.index}: ${problem}`));
      return body;
    },
    restart(next) {
      state = createState(next);
    },
    closeIdleConnections: () => server.closeIdleConnections(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

type State = ReturnType<typeof createState>;

function createState(script: Script) {
  const lastRaw: Buffer = Buffer.alloc(0);
  const requests: RecordedRequest[] = [];
  const waiting = new Map<number, PromiseWithResolvers<RecordedRequest>>();
  return {
    script,
    requests,
    problems: Array<string>(),
    lastRaw,
    sent: createSentMemory(),
    /** Ids of messages and calls of two servers differ, so that a session may continue with another one. */
    token: randomUUID().slice(0, 8),
    arrived: (request: RecordedRequest): void => waiting.get(request.index)?.resolve(request),
    request(index: number): Promise<RecordedRequest> {
      const known = requests[index];
      if (known !== undefined) return Promise.resolve(known);
      const waiter = waiting.get(index) ?? Promise.withResolvers<RecordedRequest>();
      waiting.set(index, waiter);
      return waiter.promise;
    },
  };
}

async function answerFor({ script, problems }: State, request: RecordedRequest): Promise<Answer> {
  if (typeof script === 'function') return await script(request);
  const scripted = script[request.index];
  if (typeof scripted === 'function') return await scripted(request);
  if (scripted !== undefined) return scripted;
  const message = `The script has ${script.length} answers; this is request ${request.index + 1}.`;
  problems.push(`request ${request.index}: ${message}`);
  return { status: 400, error: { type: 'invalid_request_error', message } };
}

/** Bodies must be UTF-8 and a JSON object; what is none is told and goes on as empty. */
function parseBody(raw: Buffer): { body: JsonObject; problems: string[] } {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
    if (isJsonObject(value)) return { body: value, problems: [] };
    return { body: {}, problems: ['the body is not a JSON object.'] };
  } catch (error) {
    return { body: {}, problems: [`the body is not JSON: ${String(error)}`] };
  }
}

function headersOf({ headers }: IncomingMessage): ReadonlyMap<string, string> {
  return new Map(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

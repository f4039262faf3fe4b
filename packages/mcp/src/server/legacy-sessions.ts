import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  isJSONRPCRequest,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server';
import { INVALID_REQUEST } from '../transport/json-rpc.ts';
import { createServer, type CreateServerOptions } from './create-server.ts';

const SESSION_HEADER = 'mcp-session-id';
const MAX_SESSIONS = 100;

interface Session {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Ids of requests that are not answered yet. */
  readonly open: Set<RequestId>;
}

/** Clients of the protocol's 2025 era over HTTP: each has a session, and its connection's state in it. */
export class LegacySessions {
  readonly #options: Omit<CreateServerOptions, 'era' | 'clientOf'>;
  /** Those that were used last are at the end. */
  readonly #sessions = new Map<string, Session>();

  constructor(options: Omit<CreateServerOptions, 'era' | 'clientOf'>) {
    this.#options = options;
  }

  /** @param body already parsed; undefined: there is none */
  async handle(request: Request, body: unknown): Promise<Response> {
    const id = request.headers.get(SESSION_HEADER);
    if (id === null && isInitializeRequest(body)) {
      const { transport } = await this.#open();
      return transport.handleRequest(request, { parsedBody: body });
    }
    const session = id === null ? undefined : this.#sessions.get(id);
    if (id === null || session === undefined) return refused(id);
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    const ids = requestIds(body);
    // The package would give the response of the one request to the other.
    if (ids.some((one) => session.open.has(one))) return idInUse();
    for (const one of ids) session.open.add(one);
    const free = (): void => {
      for (const one of ids) session.open.delete(one);
    };
    request.signal.addEventListener('abort', free, { once: true });
    this.#cancelWithStream(request, ids, session.transport);
    return whenEnded(await session.transport.handleRequest(request, { parsedBody: body }), free);
  }

  toolsChanged(): void {
    for (const { server } of this.#sessions.values()) void server.sendToolListChanged().catch(() => {});
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }

  async #open(): Promise<Session> {
    const { serving } = this.#options;
    const id = randomUUID();
    const server = createServer({ ...this.#options, era: 'legacy', clientOf: () => serving.client(id) });
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const onclose = (): void => {
      this.#sessions.delete(id);
      serving.leave(id);
    };
    Object.assign(server, { onclose });
    await server.connect(transport);
    const session = { server, transport, open: new Set<RequestId>() };
    this.#sessions.set(id, session);
    // A client that never says that it ends must not keep its session for good.
    const [oldest] = this.#sessions.values();
    if (this.#sessions.size > MAX_SESSIONS) await oldest?.server.close();
    return session;
  }

  /** Without its stream, a request's result can't be delivered: the call ends as if the client had canceled it. */
  #cancelWithStream(
    request: Request,
    ids: readonly RequestId[],
    transport: WebStandardStreamableHTTPServerTransport,
  ): void {
    if (ids.length === 0) return;
    request.signal.addEventListener(
      'abort',
      () => {
        for (const requestId of ids) {
          const params = { requestId, reason: 'the client closed the stream' };
          transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
        }
      },
      { once: true },
    );
  }
}

function requestIds(body: unknown): readonly RequestId[] {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.filter((message) => isJSONRPCRequest(message)).map(({ id }) => id);
}

/** Calls `act` once the whole of a response was sent. */
function whenEnded(response: Response, act: () => void): Response {
  if (response.body === null) {
    act();
    return response;
  }
  const { status, headers } = response;
  return new Response(response.body.pipeThrough(new TransformStream({ flush: act })), { status, headers });
}

function idInUse(): Response {
  const error = {
    code: INVALID_REQUEST,
    message: 'A request of this session with the same id is still open.',
  };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 });
}

function refused(id: string | null): Response {
  const [status, code, message] =
    id === null
      ? [400, -32_000, `Send "initialize" first, then the ${SESSION_HEADER} header that its response has.`]
      : [404, -32_001, 'Session not found: send "initialize" again.'];
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}

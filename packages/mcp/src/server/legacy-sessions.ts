import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  isJSONRPCRequest,
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server';
import { createServer, type CreateServerOptions } from './create-server.ts';

const SESSION_HEADER = 'mcp-session-id';
const MAX_SESSIONS = 100;

interface Session {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
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
    this.#cancelWithStream(request, body, session.transport);
    return session.transport.handleRequest(request, { parsedBody: body });
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
    const session = { server, transport };
    this.#sessions.set(id, session);
    // A client that never says that it ends must not keep its session for good.
    const [oldest] = this.#sessions.values();
    if (this.#sessions.size > MAX_SESSIONS) await oldest?.server.close();
    return session;
  }

  /** Without its stream, a request's result can't be delivered: the call ends as if the client had canceled it. */
  #cancelWithStream(
    request: Request,
    body: unknown,
    transport: WebStandardStreamableHTTPServerTransport,
  ): void {
    const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
    const ids = messages.filter((message) => isJSONRPCRequest(message)).map(({ id }) => id);
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

function refused(id: string | null): Response {
  const [status, code, message] =
    id === null
      ? [400, -32_000, `Send "initialize" first, then the ${SESSION_HEADER} header that its response has.`]
      : [404, -32_001, 'Session not found: send "initialize" again.'];
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}

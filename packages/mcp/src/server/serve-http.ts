import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hostname } from 'node:os';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  isLegacyRequest,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isLoopback } from '@sluice/base';
import { getOwn } from '@sluice/core';
import { createServer } from './create-server.ts';
import { guardRequest, type GuardOptions } from './guard-request.ts';
import { LegacySessions } from './legacy-sessions.ts';
import type { RunningServer, ServeOptions } from './serve-options.ts';
import { Serving } from './serving.ts';

export interface HttpOptions {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** The token that a client must send; undefined: anyone who can reach the port may call. */
  readonly token: string | undefined;
}

export interface HttpServer extends RunningServer {
  /** Where clients find it. */
  readonly url: string;
}

const PATH = '/mcp';
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * Serves any number of clients over HTTP, of both eras of the protocol at one address.
 * @throws as `listen` of `node:http` does
 */
export async function serveHttp(options: ServeOptions, http: HttpOptions): Promise<HttpServer> {
  const { identity, extend, onProblem, host } = options;
  const serving = new Serving(options);
  const sessions = new LegacySessions({ serving, identity, extend });
  const clientOf = (context: ServerContext) => serving.client(clientName(context));
  const modern = createMcpHandler(
    () => createServer({ serving, identity, era: 'modern', clientOf, extend }),
    { legacy: 'reject', maxRequestBodySize: MAX_BODY_BYTES },
  );
  const handle = toNodeHandler(
    { fetch: (request) => route(request, modern.fetch, sessions) },
    { maxRequestBodySize: MAX_BODY_BYTES, onerror: (error) => onProblem(error.message) },
  );
  const guard = guardOptions(http);
  const server = createHttpServer((request, response) => {
    const refusal = guardRequest(request.headers, guard) ?? refusalOf(request);
    if (refusal === undefined) void handle(request, response);
    else refuse(request, response, refusal);
  });
  const unlisten = host.pool.onChange(() => {
    sessions.toolsChanged();
    modern.notify.toolsChanged();
  });
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const { promise: listening, resolve: onListening } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.once('close', resolve);
  server.listen(http.port, http.host, onListening);
  await Promise.race([listening, ended]);
  return {
    url: urlOf(http.host, portOf(server.address())),
    ended,
    async [Symbol.asyncDispose]() {
      unlisten();
      serving.close();
      await Promise.all([sessions.close(), modern.close()]);
      server.close();
      server.closeAllConnections();
      await ended;
    },
  };
}

type Fetch = ReturnType<typeof createMcpHandler>['fetch'];

/** Bodies are parsed once, here. */
async function route(request: Request, modern: Fetch, sessions: LegacySessions): Promise<Response> {
  if (request.method !== 'POST') return sessions.handle(request, undefined);
  let parsedBody: unknown;
  try {
    parsedBody = JSON.parse(await request.text());
  } catch {
    const error = { code: -32_700, message: 'The body of the request is not valid JSON.' };
    return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 });
  }
  const isLegacy = await isLegacyRequest(request, parsedBody);
  return isLegacy ? sessions.handle(request, parsedBody) : modern(request, { parsedBody });
}

/** A client without sessions is whom it says it is. */
function clientName({ mcpReq: { envelope = {} } }: ServerContext): string {
  const info = getOwn(envelope, CLIENT_INFO_META_KEY);
  if (typeof info !== 'object' || info === null) return 'unknown';
  return JSON.stringify([getOwn(info, 'name'), getOwn(info, 'version')]);
}

function guardOptions({ host, token }: HttpOptions): GuardOptions {
  const isLocal = isLoopback(host);
  const names = isLocal ? [] : [host, hostname()].map((name) => name.toLowerCase());
  return { token, hostNames: names, allowsAddresses: !isLocal };
}

interface Refused {
  readonly status: number;
  readonly message: string;
}

function refusalOf({ url = '', headers }: IncomingMessage): Refused | undefined {
  const [path] = url.split('?', 1);
  if (path !== PATH) return { status: 404, message: `Not found. The only path is ${PATH}.` };
  const isTooLong = Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES;
  return isTooLong
    ? { status: 413, message: `A request can have at most ${MAX_BODY_BYTES} bytes.` }
    : undefined;
}

function refuse(request: IncomingMessage, response: ServerResponse, { status, message }: Refused): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
  const headers = { 'content-type': 'application/json' };
  response.writeHead(status, status === 401 ? { ...headers, 'www-authenticate': 'Bearer' } : headers);
  response.write(body);
  // A client that still writes when its connection is closed never sees the reason.
  request.once('close', () => response.end());
  request.once('end', () => response.end());
  request.resume();
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${PATH}`;
}

function portOf(address: string | { readonly port: number } | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

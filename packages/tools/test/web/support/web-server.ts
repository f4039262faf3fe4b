import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface WebServer extends AsyncDisposable {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  readonly port: number;
  readonly url: (path: string) => string;
  /** Paths that were asked for, in order. */
  readonly asked: readonly string[];
  readonly headers: readonly IncomingMessage['headers'][];
}

export type Handler = (response: ServerResponse, request: IncomingMessage) => void;
type Answer = (response: ServerResponse) => void;

/** A server on the loopback address; what has no handler is not found. */
export async function startWebServer(handlers: Readonly<Record<string, Handler>>): Promise<WebServer> {
  const asked: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const known = new Map(Object.entries(handlers));
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    headers.push(request.headers);
    const handler = known.get(path) ?? known.get(path.split('?')[0] ?? '') ?? known.get('*');
    if (handler === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('Nothing here.');
    else handler(response, request);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    host: `127.0.0.1:${port}`,
    port,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    asked,
    headers,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with a body of one type. */
export function page(type: string, body: string | Uint8Array, status = 200): Answer {
  return (response) => void response.writeHead(status, { 'content-type': type }).end(body);
}

export function redirect(to: string, status = 302): Answer {
  return (response) => void response.writeHead(status, { location: to }).end();
}

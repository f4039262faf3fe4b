import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { collectTrace, renderPage, type TraceSource } from '@sluice/trace';
import { LiveTrace } from './live-trace.ts';

interface ServedTrace {
  readonly address: URL;
  close(): Promise<void>;
}

/** Serves the page of a session, and what changes in it, on a loopback port under a token that no one can guess. */
export async function serveLive(source: TraceSource): Promise<ServedTrace> {
  const token = randomBytes(24).toString('base64url');
  const live = new LiveTrace(source);
  const closing = new AbortController();
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, given = '', name] = url.pathname.split('/');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cross-origin-resource-policy', 'same-origin');
    if (request.method !== 'GET' || !isOwnHost(request) || !isSame(given, token)) {
      response.writeHead(404).end();
      return;
    }
    if (name === '') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(renderPage(await collectTrace(source), 'updates'));
      return;
    }
    if (name !== 'updates') {
      response.writeHead(404).end();
      return;
    }
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const update = await live.since(
      url.searchParams.get('since') ?? '',
      AbortSignal.any([gone.signal, closing.signal]),
    );
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(update));
  }

  /** A page elsewhere whose name resolves to this machine must not read it. */
  function isOwnHost({ headers: { host } }: IncomingMessage): boolean {
    return host === `127.0.0.1:${port}` || host === `localhost:${port}`;
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    address: new URL(`http://127.0.0.1:${port}/${token}/`),
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

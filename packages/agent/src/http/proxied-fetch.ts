import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { present } from '@sluice/base';
import { createConnections, type OpenedConnections } from './connections.ts';
import { proxyFor, type Environment } from './proxy-for.ts';

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Responses that have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/**
 * `fetch` by the proxy that the environment sets, as for models: `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`, in
 * either case. What needs no proxy goes to the global `fetch`. Through a proxy no redirect is followed.
 */
export function createProxiedFetch(env: Environment): Fetch {
  const opened = new Map<string, Promise<OpenedConnections>>();
  const connectionsTo = (origin: string): Promise<OpenedConnections> => {
    const known = opened.get(origin) ?? createConnections(new URL(origin), env);
    opened.set(origin, known);
    return known;
  };
  return async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input);
    const route = proxyFor(address, env);
    if (route.kind === 'direct') return fetch(input, init);
    if (route.kind === 'unusable') throw new Error(route.message);
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const connections = await connectionsTo(address.origin);
    if (!connections.ok) throw new Error(connections.message);
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    const headers = {
      ...Object.fromEntries(request.headers),
      ...present({ 'content-length': body === undefined ? undefined : String(body.length) }),
    };
    const { connections: open } = connections;
    const send = async (): Promise<IncomingMessage> => {
      const outgoing = open.open(address, headers, request.signal, request.method);
      const onAbort = (): void => void outgoing.destroy(new Error('The request was canceled.'));
      request.signal.addEventListener('abort', onAbort, { once: true });
      // A late error of a connection that has answered is the reader's.
      outgoing.on('error', () => {});
      outgoing.end(body);
      const [response]: IncomingMessage[] = await once(outgoing, 'response');
      if (response === undefined) throw new Error('The server gave no answer.');
      response.once('close', () => request.signal.removeEventListener('abort', onAbort));
      return response;
    };
    return toResponse(await send());
  };
}

function toResponse(incoming: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct))
    for (const value of values) headers.append(name, value);
  const status = incoming.statusCode ?? 0;
  if (WITHOUT_BODY.has(status)) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  const chunks = incoming[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel() {
      incoming.destroy();
    },
  });
  return new Response(body, { status, headers });
}

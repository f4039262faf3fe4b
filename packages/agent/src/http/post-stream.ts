import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Clock, getOwn, type ModelFailure } from '@sluice/core';
import type { Connections, Headers } from './connections.ts';
import { decompressed } from './decompressed.ts';
import { ABORTED, cannotBeSent, seconds, timedOut } from './failures.ts';
import { networkFailure } from './network-failure.ts';
import { readBody, type BodyPart, type ReadPace } from './read-body.ts';
import { safeAddress } from './safe-address.ts';

export interface PostRequest {
  readonly url: URL;
  /** Lowercase names. `content-length` is added. */
  readonly headers: Headers;
  readonly body: readonly Buffer[];
  readonly signal: AbortSignal;
  /** Until the connection is ready, including TLS and proxy. */
  readonly connectTimeoutMs: number;
  /** From then until the first byte of the response body. */
  readonly firstByteTimeoutMs: number;
  /** Between two chunks of the body, not counting the time the reader takes. */
  readonly idleTimeoutMs: number;
  /** Of the body. Default: each part of it is read as it comes. */
  readonly pace?: ReadPace | undefined;
}

export type PostAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      /** By lowercase name. */
      readonly headers: IncomingHttpHeaders;
      /** Iterate once; stopping early closes the connection. */
      readonly body: AsyncIterable<BodyPart>;
    }
  | { readonly ok: false; readonly failure: ModelFailure };

/**
 * Sends one request and streams the response. Every failure is returned as a value. Redirects are refused:
 * they would send the key to a host that no one allowed.
 */
export async function postStream(
  request: PostRequest,
  connections: Connections,
  clock: Clock,
): Promise<PostAnswer> {
  const first = await exchange(request, connections, clock);
  if (first !== 'stale') return first;
  // Servers close idle connections; a closed one is noticed only when it is used.
  connections.dropIdle();
  const second = await exchange(request, connections, clock);
  return second === 'stale' ? { ok: false, failure: closed(request, connections) } : second;
}

function exchange(
  request: PostRequest,
  connections: Connections,
  clock: Clock,
): Promise<PostAnswer | 'stale'> {
  const { url, signal, connectTimeoutMs, firstByteTimeoutMs } = request;
  if (signal.aborted) return Promise.resolve({ ok: false, failure: ABORTED });
  const { promise, resolve } = Promise.withResolvers<PostAnswer | 'stale'>();
  const connecting = new AbortController();
  const outgoing = connections.open(
    url,
    { ...request.headers, 'content-length': String(lengthOf(request.body)) },
    connecting.signal,
  );
  let firstByteDue = Infinity;
  let takeTimerBack = clock.setTimer(connectTimeoutMs, () => {
    const where = connections.proxy === undefined ? '' : ` through the proxy ${connections.proxy}`;
    fail(
      timedOut(
        `Connecting to ${safeAddress(url)}${where} timed out after ${seconds(connectTimeoutMs)}. Check the network and the address.`,
      ),
    );
  });
  const end = (answer: PostAnswer | 'stale'): void => {
    takeTimerBack();
    resolve(answer);
  };
  const fail = (failure: ModelFailure): void => {
    end({ ok: false, failure });
    connecting.abort();
    outgoing.destroy();
  };
  const abort = (): void => fail(ABORTED);
  signal.addEventListener('abort', abort);
  outgoing.once('close', () => signal.removeEventListener('abort', abort));
  connections.whenConnected(outgoing, () => {
    takeTimerBack();
    firstByteDue = clock.now() + firstByteTimeoutMs;
    takeTimerBack = clock.setTimer(firstByteTimeoutMs, () => fail(silent(request)));
  });
  outgoing.on('error', (error) => {
    const isStale = outgoing.reusedSocket && STALE.has(getOwn(error, 'code'));
    if (isStale) end('stale');
    else fail(networkFailure(error, { url, proxy: connections.proxy }));
  });
  outgoing.once('response', (response) => {
    const failure = refused(response, request, connections);
    if (failure !== undefined) return fail(failure);
    const source = decompressed(response);
    if (source === undefined) return fail(undecodable(response, url));
    const body = readBody({ source, outgoing, request, clock, firstByteDue });
    return end({ ok: true, status: response.statusCode ?? 0, headers: response.headers, body });
  });
  // Send headers and body in one write.
  outgoing.cork();
  for (const part of request.body) outgoing.write(part);
  outgoing.end();
  return promise;
}

const STALE: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

function lengthOf(body: readonly Buffer[]): number {
  return body.reduce((sum, part) => sum + part.length, 0);
}

function closed({ url }: PostRequest, { proxy }: Connections): ModelFailure {
  return networkFailure(Object.assign(new Error(), { code: 'ECONNRESET' }), { url, proxy });
}

function silent({ url, firstByteTimeoutMs }: PostRequest): ModelFailure {
  return timedOut(
    `${safeAddress(url)} accepted the request but sent nothing within ${seconds(firstByteTimeoutMs)}. If the server needs longer, set API_TIMEOUT_MS (milliseconds).`,
  );
}

/** Responses that the body's reader never sees. */
function refused(
  response: IncomingMessage,
  { url }: PostRequest,
  { proxy }: Connections,
): ModelFailure | undefined {
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400) return redirectFailure(url, status, response.headers.location);
  if (status === 407 && proxy !== undefined) {
    const message = `The proxy ${proxy} requires a user name and password: put them into its address (http://user:password@host:port).`;
    return { kind: 'network', message, status, isRetryable: false };
  }
  return undefined;
}

function undecodable(response: IncomingMessage, url: URL): ModelFailure {
  const encoding = (response.headers['content-encoding'] ?? '').slice(0, 40);
  return cannotBeSent(
    `${safeAddress(url)} compresses its responses with ${JSON.stringify(encoding)}, which was not requested and is not supported. Supported are gzip, deflate and br.`,
  );
}

/** Where the server redirects to, and why the redirect is not followed. */
function redirectFailure(url: URL, status: number, location: string | undefined): ModelFailure {
  const known = location !== undefined && URL.canParse(location, url.href);
  const to = known ? ` to ${safeAddress(new URL(location, url))}` : '';
  return {
    kind: 'invalid-request',
    message: `${safeAddress(url)} redirects${to} (status ${status}). Redirects are not followed, so that your key is never sent to another server. If the new address is right, use it as the base URL.`,
    status,
    isRetryable: false,
  };
}

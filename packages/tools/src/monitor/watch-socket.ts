import { createWriteStream } from 'node:fs';
import { errorText } from '@sluice/base';
import type { RawData } from 'ws';
import { AddressGuard, type LookUp } from '../web/address-guard.ts';
import type { EndedWork } from '../tasks/task-registry.ts';
import { socketUrl } from './socket-url.ts';
import { MAX_FRAME_BYTES, MAX_OUTPUT_BYTES, CONNECT_MS, PING_MS } from './monitor-limits.ts';

export interface SocketWatchOptions {
  readonly url: string;
  readonly protocols: readonly string[];
  /** Absolute: gets each message as lines, and at last the close code. */
  readonly outputPath: string;
  /** Undefined: none. */
  readonly timeoutMs: number | undefined;
  /** Hosts that need not be public: `host` or `host:port`. */
  readonly allowPrivate: readonly string[];
  /** Proxies. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: the system's. */
  readonly lookUp?: LookUp | undefined;
  readonly signal: AbortSignal;
}

export type SocketWatch =
  | { readonly ok: true; readonly ended: Promise<EndedWork>; readonly end: () => void }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** Connects to a WebSocket, and writes what it sends to a file. Resolves once the connection stands. */
export async function watchSocket(options: SocketWatchOptions): Promise<SocketWatch> {
  const { protocols, outputPath, timeoutMs, allowPrivate, env, lookUp, signal } = options;
  const fail = (code: string, message: string): SocketWatch => ({ ok: false, code, message });
  const parsed = socketUrl(options.url, allowPrivate);
  if (!parsed.ok) return fail('bad-url', parsed.message);
  const { url, pageUrl } = parsed;
  const guard = new AddressGuard(allowPrivate, lookUp);
  const closed = guard.problem(pageUrl);
  if (closed !== undefined) return fail('not-public', closed);
  const { proxyFor } = await import('@sluice/agent/http');
  if (proxyFor(pageUrl, env).kind !== 'direct')
    return fail(
      'proxy',
      `WebSockets are not opened through a proxy. If ${url.host} can be reached without it, add it to NO_PROXY.`,
    );
  const { WebSocket } = await import('ws');
  const socket = new WebSocket(url, [...protocols], {
    maxPayload: MAX_FRAME_BYTES,
    handshakeTimeout: CONNECT_MS,
    followRedirects: false,
    perMessageDeflate: false,
    lookup: guard.lookupFor(pageUrl),
    headers: { 'user-agent': 'sluice' },
  });
  const problem = await new Promise<Error | undefined>((resolve) => {
    const onAbort = (): void => socket.terminate();
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('open', () => {
      // The first messages may be here already; no one listens yet.
      socket.pause();
      resolve(undefined);
    });
    socket.on('error', (error) => resolve(error));
    socket.once('close', () => {
      signal.removeEventListener('abort', onAbort);
      resolve(new Error('the connection was closed'));
    });
  });
  signal.throwIfAborted();
  if (problem !== undefined) return fail('not-connected', `No WebSocket at ${url.href}: ${problem.message}.`);

  const file = createWriteStream(outputPath, { mode: 0o600 });
  const { promise: ended, resolve: settle } = Promise.withResolvers<EndedWork>();
  let end: EndedWork['end'] | undefined;
  let size = 0;
  let isAlive = true;
  const finish = (reason: EndedWork['end']): void => {
    end ??= reason;
    socket.terminate();
  };
  const write = (text: string): void => {
    size += Buffer.byteLength(text) + 1;
    if (size > MAX_OUTPUT_BYTES) return finish({ status: 'output-limit', limitBytes: MAX_OUTPUT_BYTES });
    if (file.write(`${text}\n`)) return undefined;
    socket.pause();
    file.once('drain', () => socket.resume());
  };
  file.on('error', (error) =>
    finish({ status: 'failed', reason: `its output could not be written: ${errorText(error)}` }),
  );
  socket.on('message', (data: RawData, isBinary: boolean) => {
    const bytes = bytesOf(data);
    write(isBinary ? `[binary ${bytes.length} bytes]` : bytes.toString('utf8'));
  });
  socket.on('pong', () => (isAlive = true));
  const ping = setInterval(() => {
    if (!isAlive) finish({ status: 'failed', reason: 'the server no longer answers' });
    isAlive = false;
    socket.ping();
  }, PING_MS);
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => finish({ status: 'timed-out', afterMs: timeoutMs }), timeoutMs);
  socket.on('error', (error) => (end ??= { status: 'failed', reason: error.message }));
  socket.once('close', (code: number, reason: Buffer) => {
    clearInterval(ping);
    clearTimeout(timer);
    const why = reason.length === 0 ? '' : ` ${reason.toString('utf8')}`;
    if (end === undefined || end.status === 'failed') file.write(`[closed ${code}${why}]\n`);
    const closing = { status: 'completed', text: '' } as const;
    file.end(() => settle({ end: end ?? closing, notes: [] }));
    if (file.destroyed) settle({ end: end ?? closing, notes: [] });
  });
  socket.resume();
  return { ok: true, ended, end: () => finish({ status: 'stopped' }) };
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

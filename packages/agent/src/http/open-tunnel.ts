import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect, type TLSSocket } from 'node:tls';
import { present } from '@sluice/base';
import { basicAuthorization } from './basic-authorization.ts';
import { safeAddress } from './safe-address.ts';
import { TUNNEL_REFUSED } from './tunnel-refused.ts';

interface TunnelOptions {
  readonly proxy: URL;
  /** IPv6 addresses have no brackets. */
  readonly host: string;
  readonly port: number;
  readonly signal: AbortSignal | undefined;
}

type TunnelOutcome =
  | { readonly ok: true; readonly socket: TLSSocket }
  | { readonly ok: false; readonly error: Error };

/** Opens TLS to the server through a CONNECT proxy, which sees only its name and port. Calls `done` once. */
export function openTunnel(options: TunnelOptions, done: (outcome: TunnelOutcome) => void): void {
  let isDone = false;
  const settle = (outcome: TunnelOutcome): void => {
    if (isDone) return;
    isDone = true;
    done(outcome);
  };
  const fail = (error: Error): void => settle({ ok: false, error });
  askProxy(options, fail, (raw) => {
    const { host, signal } = options;
    // SNI does not allow IP addresses.
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ socket: raw, host, ...name });
    const stop = (): void => {
      socket.destroy();
    };
    signal?.addEventListener('abort', stop);
    if (signal?.aborted === true) stop();
    socket.once('secureConnect', () => {
      signal?.removeEventListener('abort', stop);
      socket.off('error', fail);
      settle({ ok: true, socket });
    });
    socket.once('error', fail);
    socket.once('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  });
}

function askProxy(
  { proxy, host, port, signal }: TunnelOptions,
  fail: (error: Error) => void,
  opened: (raw: Duplex) => void,
): void {
  const request = proxy.protocol === 'https:' ? requestHttps : requestHttp;
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const authorization = basicAuthorization(proxy);
  const asked = request({
    method: 'CONNECT',
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port,
    path: target,
    agent: false,
    headers: { host: target, ...present({ 'proxy-authorization': authorization }) },
    signal,
  });
  asked.once('connect', (response, raw, head) => {
    const status = response.statusCode ?? 0;
    if (status < 200 || status > 299) {
      raw.destroy();
      fail(refusal(proxy, target, status));
      return;
    }
    if (head.length > 0) raw.unshift(head);
    opened(raw);
  });
  asked.on('error', fail);
  asked.end();
}

/** The message is shown to the user unchanged. */
function refusal(proxy: URL, target: string, status: number): Error {
  const advice =
    status === 407
      ? 'It requires a user name and password: put them into its address (http://user:password@host:port).'
      : 'Check its address, or list the host in NO_PROXY to reach it directly.';
  const message = `The proxy ${safeAddress(proxy)} refused to connect to ${target} (status ${status}). ${advice}`;
  return Object.assign(new Error(message), { code: TUNNEL_REFUSED, isRetryable: status >= 500 });
}

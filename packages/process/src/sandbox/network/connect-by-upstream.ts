import { request as sendPlain } from 'node:http';
import { request as sendSecure } from 'node:https';
import { isIPv6, type Socket } from 'node:net';
import { present } from '@sluice/base';
import type { Reached } from './reach.ts';
import type { Upstream } from './upstream-proxy.ts';

interface UpstreamOptions {
  readonly limitMs: number;
  /** Called with the connection to the proxy as soon as it is created. */
  readonly onSocket: (socket: Socket) => void;
}

/** Opens a tunnel to a host through the proxy that this process has to use, which resolves the name. Never rejects. */
export function connectByUpstream(
  upstream: Upstream,
  host: string,
  port: number,
  { limitMs, onSocket }: UpstreamOptions,
): Promise<Reached> {
  const place = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const { authorization } = upstream;
  const request = (upstream.isSecure ? sendSecure : sendPlain)({
    host: upstream.host,
    port: upstream.port,
    method: 'CONNECT',
    path: place,
    headers: {
      Host: place,
      ...present({ 'Proxy-Authorization': authorization }),
    },
    agent: false,
  });
  return new Promise((resolve) => {
    const fail = (what: string): void => {
      request.destroy();
      resolve({ status: 'failed', code: 'unreachable', reason: `The proxy of this machine ${what}.` });
    };
    const timer = setTimeout(() => fail('did not respond in time'), limitMs);
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      act();
    };
    request.once('socket', onSocket);
    request.on('error', (error) => settle(() => fail(`could not be used: ${error.message}`)));
    request.once('response', ({ statusCode }) =>
      settle(() => fail(`responded with ${statusCode} for ${place}`)),
    );
    request.once('connect', ({ statusCode = 0 }, socket, head) => {
      settle(() => {
        if (statusCode < 200 || statusCode > 299) return fail(`responded with ${statusCode} for ${place}`);
        socket.on('error', () => {});
        socket.allowHalfOpen = true;
        if (head.length > 0) socket.unshift(head);
        resolve({ status: 'connected', socket });
      });
    });
    request.end();
  });
}

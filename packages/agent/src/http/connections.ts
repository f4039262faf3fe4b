import { Agent, request as requestHttp, type ClientRequest, type RequestOptions } from 'node:http';
import { Duplex } from 'node:stream';
import { present } from '@sluice/base';
import { getOwn } from '@sluice/core';
import { basicAuthorization } from './basic-authorization.ts';
import { proxyFor, type Environment } from './proxy-for.ts';
import { safeAddress } from './safe-address.ts';

export type Headers = Readonly<Record<string, string>>;

/** The kept-alive connections to one server. */
export interface Connections {
  readonly origin: URL;
  /** The proxy in use, without its password. */
  readonly proxy: string | undefined;
  /** Opens a request; the caller writes its body. `signal` aborts connecting. The method is POST unless given. */
  open(url: URL, headers: Headers, signal: AbortSignal, method?: string): ClientRequest;
  /** Runs `fire` once the request is connected to the server, including TLS. */
  whenConnected(request: ClientRequest, fire: () => void): void;
  /** Closes idle connections. */
  dropIdle(): void;
  close(): void;
}

export type OpenedConnections =
  | { readonly ok: true; readonly connections: Connections }
  | { readonly ok: false; readonly message: string };

/** Idle connections don't keep the process alive. The last used is picked first, so that few stay open. */
const POOL = { keepAlive: true, keepAliveMsecs: 30_000, maxFreeSockets: 4, scheduling: 'lifo' } as const;
/** With a socket that holds back nothing, pausing it really stops reading: the default goes on, packet by packet, up to 64 kB. */
const KEPT = { ...POOL, highWaterMark: 1 } as const;

/** Connects to one server over one route. The proxy environment variables are read once. */
export async function createConnections(origin: URL, env: Environment): Promise<OpenedConnections> {
  if (origin.protocol !== 'http:' && origin.protocol !== 'https:') {
    const message = `The address ${safeAddress(origin)} must start with http:// or https://. Correct the base URL.`;
    return { ok: false, message };
  }
  const route = proxyFor(origin, env);
  if (route.kind === 'unusable') return { ok: false, message: route.message };
  const proxy = route.kind === 'proxy' ? route.proxy : undefined;
  if (origin.protocol === 'https:') return { ok: true, connections: await secureConnections(origin, proxy) };
  if (proxy === undefined) return { ok: true, connections: plainConnections(origin, new Agent(KEPT)) };
  return { ok: true, connections: await forwardedConnections(origin, proxy) };
}

function plainConnections(origin: URL, agent: Agent): Connections {
  return {
    origin,
    proxy: undefined,
    ...held(agent),
    open: (url, headers, _, method) =>
      requestHttp({ ...target(url, method), agent, headers: withUser(url, headers) }),
    whenConnected: (request, fire) => onSocket(request, 'connect', fire),
  };
}

/** Plain HTTP through a proxy: the request line carries the full URL. */
async function forwardedConnections(origin: URL, proxy: URL): Promise<Connections> {
  const isSecure = proxy.protocol === 'https:';
  const https = isSecure ? await import('node:https') : undefined;
  const agent = https === undefined ? new Agent(KEPT) : new https.Agent(KEPT);
  const request = https?.request ?? requestHttp;
  const authorization = basicAuthorization(proxy);
  return {
    origin,
    proxy: safeAddress(proxy),
    ...held(agent),
    open: (url, headers, _, method) =>
      request({
        ...target(proxy, method),
        path: `${url.origin}${url.pathname}${url.search}`,
        agent,
        headers: {
          host: url.host,
          ...withUser(url, headers),
          ...present({ 'proxy-authorization': authorization }),
        },
      }),
    whenConnected: (request, fire) => onSocket(request, isSecure ? 'secureConnect' : 'connect', fire),
  };
}

async function secureConnections(origin: URL, proxy: URL | undefined): Promise<Connections> {
  const { Agent: SecureAgent, request } = await import('node:https');
  const agent = new SecureAgent(KEPT);
  if (proxy !== undefined) {
    const { openTunnel } = await import('./open-tunnel.ts');
    agent.createConnection = (options, done) => {
      const signal = getOwn(options, 'tunnelSignal');
      const host = origin.hostname.replace(/^\[|\]$/g, '');
      const port = Number(origin.port === '' ? 443 : origin.port);
      const tunnel = { proxy, host, port, signal: signal instanceof AbortSignal ? signal : undefined };
      openTunnel(tunnel, (outcome) => {
        if (outcome.ok) done?.(null, outcome.socket);
        // The type requires a connection alongside the error; no one reads it.
        else done?.(outcome.error, new Duplex());
      });
      return undefined;
    };
  }
  return {
    origin,
    proxy: proxy === undefined ? undefined : safeAddress(proxy),
    ...held(agent),
    open: (url, headers, signal, method) => {
      const options: RequestOptions & { tunnelSignal: AbortSignal } = {
        ...target(url, method),
        agent,
        headers: withUser(url, headers),
        tunnelSignal: signal,
      };
      return request(options);
    },
    // A connection from a tunnel already has TLS.
    whenConnected: (request, fire) =>
      onSocket(request, proxy === undefined ? 'secureConnect' : undefined, fire),
  };
}

function held(agent: Agent): Pick<Connections, 'dropIdle' | 'close'> {
  return {
    dropIdle() {
      for (const sockets of Object.values(agent.freeSockets)) {
        for (const socket of sockets ?? []) socket.destroy();
      }
    },
    close: () => agent.destroy(),
  };
}

function onSocket(
  request: ClientRequest,
  event: 'connect' | 'secureConnect' | undefined,
  fire: () => void,
): void {
  request.once('socket', (socket) => {
    if (event === undefined || request.reusedSocket) fire();
    else socket.once(event, fire);
  });
}

function target(url: URL, method = 'POST'): RequestOptions {
  return {
    method,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    path: `${url.pathname}${url.search}`,
  };
}

/** A user in the URL becomes an `authorization` header, unless the request has one. */
function withUser(url: URL, headers: Headers): Headers {
  const authorization = basicAuthorization(url);
  if (authorization === undefined || Object.hasOwn(headers, 'authorization')) return headers;
  return { ...headers, authorization };
}

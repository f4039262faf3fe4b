import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { asError } from '@sluice/base';
import type { AddressGuard } from './address-guard.ts';
import { NOT_PUBLIC } from './address-guard.ts';

export interface WebRequest {
  readonly url: URL;
  /** Sent by POST, as UTF-8. Undefined: a GET. */
  readonly body?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly guard: AddressGuard;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export type WebResponse =
  | {
      readonly ok: true;
      readonly response: IncomingMessage;
      /** Decompressed. */
      readonly body: Readable;
      /** Gives the connection up. */
      readonly close: () => void;
    }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** Sends a request: directly to an address that has been checked, or through the proxy that the environment sets. */
export async function sendRequest(request: WebRequest): Promise<WebResponse> {
  const { url, guard, env, signal } = request;
  const { acceptedEncodings, createConnections, decompressed, networkFailure, proxyFor } =
    await import('@sluice/agent/http');
  const fail = (code: string, message: string): WebResponse => ({ ok: false, code, message });
  const route = proxyFor(url, env);
  if (route.kind === 'unusable') return fail('proxy-unusable', route.message);
  const closed = route.kind === 'direct' ? guard.problem(url) : await guard.problemBehindProxy(url);
  if (closed !== undefined) return fail('not-public', closed);
  const headers = { ...request.headers, 'accept-encoding': acceptedEncodings() };
  let outgoing: ClientRequest;
  let proxy: string | undefined;
  let close = (): void => void outgoing.destroy();
  if (route.kind === 'direct') {
    outgoing = await openDirect({ ...request, headers });
  } else {
    const opened = await createConnections(url, env);
    if (!opened.ok) return fail('proxy-unusable', opened.message);
    const { connections } = opened;
    ({ proxy } = connections);
    outgoing = connections.open(url, headers, signal, methodOf(request));
    close = () => {
      outgoing.destroy();
      connections.close();
    };
  }
  const onAbort = (): void => close();
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    const response = await answerTo(outgoing, request.body);
    const body = decompressed(response);
    if (body !== undefined) return { ok: true, response, body, close };
    close();
    const encoding = response.headers['content-encoding'] ?? '';
    return fail(
      'unknown-encoding',
      `${url.host} sent its answer in the unknown encoding ${JSON.stringify(encoding)}.`,
    );
  } catch (error) {
    close();
    signal.throwIfAborted();
    const failure = asError(error);
    if ('code' in failure && failure.code === NOT_PUBLIC) return fail('not-public', failure.message);
    return fail('not-reached', networkFailure(failure, { url, proxy }).message);
  } finally {
    // From here on anyone who reads the body listens for it.
    signal.removeEventListener('abort', onAbort);
  }
}

function methodOf({ body }: WebRequest): string {
  return body === undefined ? 'GET' : 'POST';
}

async function openDirect(request: WebRequest): Promise<ClientRequest> {
  const { url, headers, guard } = request;
  const send = url.protocol === 'https:' ? (await import('node:https')).request : requestHttp;
  return send({
    method: methodOf(request),
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    headers,
    agent: false,
    lookup: guard.lookupFor(url),
  });
}

function answerTo(outgoing: ClientRequest, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    // Later errors are the body's.
    outgoing.on('error', reject);
    outgoing.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    outgoing.end(body);
  });
}

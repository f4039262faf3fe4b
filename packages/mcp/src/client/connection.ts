import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { McpTransport } from '../transport/transport.ts';
import { Peer, type PeerAnswer, type PeerOptions, type RequestOptions } from './peer.ts';

/**
 * A server that can be asked. `connect` makes one over any transport, for the protocol's versions up to 2025-11-25; another
 * era of the protocol is another function that returns the same.
 */
export interface McpConnection {
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly protocolVersion: string;
  readonly capabilities: JsonObject;
  /** What the server says about itself for the model; not cleaned. */
  readonly instructions: string | undefined;
  /** Never rejects. */
  request(method: string, params: JsonObject, options?: RequestOptions): Promise<PeerAnswer>;
  notify(method: string, params?: JsonObject): void;
  /** Never rejects. */
  close(): Promise<void>;
}

export interface ConnectOptions extends PeerOptions {
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** What the server may ask of this client. */
  readonly capabilities: JsonObject;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export type Connected =
  | { readonly ok: true; readonly connection: McpConnection }
  /** `reason`: a sentence for a person. The transport is closed. */
  | { readonly ok: false; readonly reason: string };

const LATEST = '2025-11-25';
const VERSIONS: ReadonlySet<string> = new Set([
  LATEST,
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
]);

/** Greets the server (`initialize`). */
export async function connect(transport: McpTransport, options: ConnectOptions): Promise<Connected> {
  const { clientInfo, capabilities, timeoutMs, signal } = options;
  const peer = new Peer(transport, options);
  const params = { protocolVersion: LATEST, capabilities, clientInfo };
  const answer = await peer.request('initialize', params, { timeoutMs, signal });
  const refuse = async (reason: string): Promise<Connected> => {
    await peer.close();
    return { ok: false, reason };
  };
  if (answer.status !== 'result') return refuse(startProblem(answer));
  const { result } = answer;
  const version = getOwn(result, 'protocolVersion');
  if (typeof version !== 'string' || !VERSIONS.has(version)) {
    const supported = [...VERSIONS].join(', ');
    return refuse(
      `It speaks version ${JSON.stringify(version)} of the protocol; supported are ${supported}.`,
    );
  }
  peer.notify('notifications/initialized');
  const info = getOwn(result, 'serverInfo');
  const given = getOwn(result, 'capabilities');
  const instructions = getOwn(result, 'instructions');
  return {
    ok: true,
    connection: {
      serverInfo: { name: textIn(info, 'name'), version: textIn(info, 'version') },
      protocolVersion: version,
      capabilities: isJsonObject(given) ? given : {},
      instructions: typeof instructions === 'string' ? instructions : undefined,
      request: (method, requestParams, requestOptions) => peer.request(method, requestParams, requestOptions),
      notify: (method, notifyParams) => peer.notify(method, notifyParams),
      close: () => peer.close(),
    },
  };
}

function textIn(value: unknown, key: string): string {
  const text = isJsonObject(value) ? getOwn(value, key) : undefined;
  return typeof text === 'string' ? text : '';
}

function startProblem(answer: Exclude<PeerAnswer, { status: 'result' }>): string {
  switch (answer.status) {
    case 'error':
      return `It refused the connection: ${answer.message}`;
    case 'timed-out':
      return `It did not answer within ${answer.afterMs / 1_000} s. MCP_TIMEOUT sets another limit, in milliseconds.`;
    case 'aborted':
      return 'The connection was canceled.';
    case 'lost':
    case 'closed':
      return answer.reason;
    default:
      return answer satisfies never;
  }
}

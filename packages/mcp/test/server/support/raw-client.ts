import { request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { isJsonObject, type JsonObject } from '@sluice/core';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends one HTTP request, with whatever headers. */
export async function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const sent = request(url, { method: 'POST', headers: { ...TYPES, ...headers }, agent: false });
  sent.end(body);
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (response === undefined) throw new Error('There was no response.');
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

const TYPES = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const MODERN = '2026-07-28';

export interface Call {
  readonly name: string;
  readonly arguments?: JsonObject;
  readonly requestState?: string;
  readonly inputResponses?: JsonObject;
  readonly capabilities?: JsonObject;
  /** Beside what every request has. */
  readonly meta?: JsonObject;
}

/** One tool call of a client without connections; the result, or the error, as it is in the response. */
export async function statelessCall(url: string, call: Call): Promise<JsonObject> {
  const { capabilities = { elicitation: {} }, meta: own = {}, ...params } = call;
  const meta = {
    ...own,
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta: meta } };
  const headers = {
    'mcp-protocol-version': MODERN,
    'mcp-method': 'tools/call',
    'mcp-name': call.name,
  };
  const { body } = await post(url, JSON.stringify(message), headers);
  const lines = body.split('\n').filter((line) => line.startsWith('data: '));
  const parsed: unknown = JSON.parse(lines.at(-1)?.slice('data: '.length) ?? body);
  if (!isJsonObject(parsed)) throw new Error(`no JSON-RPC message: ${body}`);
  return parsed;
}

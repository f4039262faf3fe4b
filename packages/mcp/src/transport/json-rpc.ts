import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';

/** A JSON-RPC message, only partly validated. */
export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcResponse;

export type RequestId = string | number;

export interface JsonRpcRequest {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

export interface JsonRpcNotification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: JsonObject;
}

export interface JsonRpcResponse {
  readonly kind: 'response';
  readonly id: RequestId;
  readonly result: JsonObject | undefined;
  readonly error: { readonly code: number; readonly message: string; readonly data: unknown } | undefined;
}

export const INVALID_REQUEST = -32_600;
export const METHOD_NOT_FOUND = -32_601;
/** The server does not support the protocol version of a request, and has not carried it out. */
export const UNSUPPORTED_VERSION = -32_022;
export const INTERNAL_ERROR = -32_603;

/** Undefined: it is not a message of the protocol. */
export function readMessage(value: unknown): JsonRpcMessage | undefined {
  if (!isJsonObject(value) || getOwn(value, 'jsonrpc') !== '2.0') return undefined;
  const [id, method, given] = [getOwn(value, 'id'), getOwn(value, 'method'), getOwn(value, 'params')];
  const params = isJsonObject(given) ? given : {};
  const isId = typeof id === 'string' || typeof id === 'number';
  if (typeof method === 'string')
    return isId ? { kind: 'request', id, method, params } : { kind: 'notification', method, params };
  if (!isId) return undefined;
  const result = getOwn(value, 'result');
  const error = getOwn(value, 'error');
  if (isJsonObject(result)) return { kind: 'response', id, result, error: undefined };
  if (!isJsonObject(error)) return undefined;
  const [code, message] = [getOwn(error, 'code'), getOwn(error, 'message')];
  return {
    kind: 'response',
    id,
    result: undefined,
    error: {
      code: typeof code === 'number' ? code : INTERNAL_ERROR,
      message: typeof message === 'string' ? message : 'The server gave no reason.',
      data: getOwn(error, 'data'),
    },
  };
}

/** The answer to a request, which is not a valid response. */
export interface InvalidResponse {
  /** Undefined: the server could not read the request, so it doesn't know its id. */
  readonly id: RequestId | undefined;
  /** A sentence. */
  readonly reason: string;
}

/** A message that `readMessage` can't read, but that answers a request: who waits for the answer must not wait any longer. */
export function readInvalidResponse(value: unknown): InvalidResponse | undefined {
  if (!isJsonObject(value) || getOwn(value, 'jsonrpc') !== '2.0' || getOwn(value, 'method') !== undefined)
    return undefined;
  const [id, error] = [getOwn(value, 'id'), getOwn(value, 'error')];
  if (typeof id === 'string' || typeof id === 'number')
    return { id, reason: 'Its response has neither a "result" object nor an "error" object.' };
  const message = isJsonObject(error) ? getOwn(error, 'message') : undefined;
  if (typeof message !== 'string') return undefined;
  return { id: undefined, reason: `It could not read the request: ${message}` };
}

/** An outgoing message. */
export type OutgoingMessage =
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly method: string; readonly params?: JsonObject }
  | { readonly jsonrpc: '2.0'; readonly method: string; readonly params?: JsonObject }
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly result: JsonObject }
  | {
      readonly jsonrpc: '2.0';
      readonly id: RequestId;
      readonly error: { readonly code: number; readonly message: string };
    };

/** Of a request; undefined: it is an answer or a notification. */
export function requestId(message: OutgoingMessage): RequestId | undefined {
  return 'method' in message && 'id' in message ? message.id : undefined;
}

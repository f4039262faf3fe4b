import { getOwn, isJsonObject } from '@sluice/core';
import type { SdkHttpError } from '@modelcontextprotocol/client';
import { readMessage, UNSUPPORTED_VERSION, type JsonRpcResponse, type RequestId } from './json-rpc.ts';

export interface Failure {
  readonly kind: 'unauthorized' | 'http' | 'other';
  readonly status: number | undefined;
}

/** How a request failed before its answer came. */
export function classifyFailure(
  error: unknown,
  sdk: {
    readonly UnauthorizedError: abstract new (...args: never) => Error;
    readonly InsufficientScopeError: abstract new (...args: never) => Error;
    readonly SdkHttpError: abstract new (...args: never) => SdkHttpError;
  },
): Failure {
  if (error instanceof sdk.UnauthorizedError) return { kind: 'unauthorized', status: 401 };
  if (error instanceof sdk.InsufficientScopeError) return { kind: 'unauthorized', status: 403 };
  if (error instanceof sdk.SdkHttpError) return { kind: 'http', status: error.status };
  const code = isJsonObject(error) || error instanceof Error ? getOwn(error, 'code') : undefined;
  return { kind: 'other', status: typeof code === 'number' ? code : undefined };
}

/** What a server says in an error response about the version of a request. */
export function refusalIn(error: unknown, id: RequestId): JsonRpcResponse | undefined {
  const data = error instanceof Error ? getOwn(error, 'data') : undefined;
  const body = isJsonObject(data) ? getOwn(data, 'text') : undefined;
  try {
    const read = typeof body === 'string' ? readMessage(JSON.parse(body)) : undefined;
    const isRefusal = read?.kind === 'response' && read.error?.code === UNSUPPORTED_VERSION;
    return isRefusal && read.id === id ? read : undefined;
  } catch {
    return undefined;
  }
}

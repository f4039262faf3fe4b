import { getOwn, isJsonObject, type ModelFailure } from '@sluice/core';
import { failureKind } from '../../stream/errors/failure-kind.ts';

/** Interprets an error that an AI SDK package throws or puts into its stream. */
export function thrownFailure(error: unknown): ModelFailure {
  const message = textOf(error);
  const status = fieldOf(error, 'statusCode');
  const asked = getOwn(headersOf(error), 'retry-after');
  const seconds = typeof asked === 'string' && /^\d{1,9}$/.test(asked) ? Number(asked) : undefined;
  if (typeof status !== 'number') {
    const isNetwork = error instanceof TypeError || fieldOf(error, 'isRetryable') === true;
    return {
      kind: isNetwork ? 'network' : 'server',
      message,
      isRetryable: fieldOf(error, 'isRetryable') !== false,
    };
  }
  const { kind, isRetryable } = failureKind({ status, codes: [], message });
  const said = fieldOf(error, 'isRetryable');
  return {
    kind,
    message: `${message} (status ${status})`,
    status,
    isRetryable: kind !== 'too-long' && typeof said === 'boolean' ? said : isRetryable,
    retryAfterMs: seconds === undefined ? undefined : seconds * 1000,
  };
}

function textOf(error: unknown): string {
  const text = typeof error === 'string' ? error : fieldOf(error, 'message');
  const shown = typeof text === 'string' && text !== '' ? text : 'The model failed without giving a reason.';
  return shown.slice(0, 2000);
}

function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}

function headersOf(error: unknown): object {
  const headers = fieldOf(error, 'responseHeaders');
  return isJsonObject(headers) ? headers : {};
}

import { getOwn, isJsonObject } from '@sluice/core';

/** The text of an `error` event: its message and, in parentheses, the error type. */
export function apiErrorText(event: object): string {
  const error = getOwn(event, 'error');
  const message = isJsonObject(error) ? getOwn(error, 'message') : undefined;
  const type = isJsonObject(error) ? getOwn(error, 'type') : undefined;
  const text = typeof message === 'string' && message !== '' ? message : 'no message';
  return typeof type === 'string'
    ? `The model API failed: ${text} (${type})`
    : `The model API failed: ${text}`;
}

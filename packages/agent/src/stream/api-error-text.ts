import { getOwn, isJsonObject } from '@sluice/core';

/** What the API says in an `error` event: its message and, in brackets, the type of the error. */
export function apiErrorText(event: object): string {
  const error = getOwn(event, 'error');
  const message = isJsonObject(error) ? getOwn(error, 'message') : undefined;
  const type = isJsonObject(error) ? getOwn(error, 'type') : undefined;
  const text = typeof message === 'string' && message !== '' ? message : 'no message';
  return typeof type === 'string'
    ? `The model API failed: ${text} (${type})`
    : `The model API failed: ${text}`;
}

import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { ownCount, ownText } from '../own-value.ts';

/**
 * The error in an event or in the body of an answer, in any of the forms that servers use; undefined: none.
 */
export function errorOf(event: object, name?: string): JsonObject | undefined {
  const error = getOwn(event, 'error');
  if (isJsonObject(error)) return error;
  if (typeof error === 'string' && error !== '') return { message: error };
  if (getOwn(event, 'object') !== 'error' && getOwn(event, 'type') !== 'error' && name !== 'error')
    return undefined;
  return isJsonObject(event) ? event : {};
}

/** The server's message, with its code in parentheses. */
export function serverErrorText(error: object): string {
  const message = ownText(error, 'message') ?? '';
  const code = codeOf(error);
  const text = message === '' ? 'no message' : message;
  return `The model API failed: ${text}${code === undefined ? '' : ` (${code})`}`;
}

function codeOf(error: object): string | undefined {
  const texts = ['code', 'status', 'type'].map((key) => ownText(error, key));
  const named = texts.find((text) => text !== undefined && text !== '' && text !== 'error');
  return named ?? ownCount(error, 'code')?.toString();
}

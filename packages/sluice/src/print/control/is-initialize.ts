import { getOwn, isJsonObject } from '@sluice/core';

/** Whether the `request` of a control request is the one with which a client begins. */
export function isInitialize(request: unknown): boolean {
  return isJsonObject(request) && getOwn(request, 'subtype') === 'initialize';
}

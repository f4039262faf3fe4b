import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';

/** A text under a key that a server supplied; anything else is undefined. */
export function ownText(object: object, key: string): string | undefined {
  const value = getOwn(object, key);
  return typeof value === 'string' ? value : undefined;
}

/** An object under a key that a server supplied; anything else is undefined. */
export function ownObject(object: object, key: string): JsonObject | undefined {
  const value = getOwn(object, key);
  return isJsonObject(value) ? value : undefined;
}

/** A list under a key that a server supplied; anything else is an empty one. */
export function ownList(object: object, key: string): readonly unknown[] {
  const value = getOwn(object, key);
  return Array.isArray(value) ? value : [];
}

/** A count under a key that a server supplied: a finite number of at least 0, else undefined. */
export function ownCount(object: object, key: string): number | undefined {
  const value = getOwn(object, key);
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';

/** A string under a key from a server; undefined for any other value. */
export function ownText(object: object, key: string): string | undefined {
  const value = getOwn(object, key);
  return typeof value === 'string' ? value : undefined;
}

/** An object under a key from a server; undefined for any other value. */
export function ownObject(object: object, key: string): JsonObject | undefined {
  const value = getOwn(object, key);
  return isJsonObject(value) ? value : undefined;
}

/** A list under a key from a server; empty for any other value. */
export function ownList(object: object, key: string): readonly unknown[] {
  const value = getOwn(object, key);
  return Array.isArray(value) ? value : [];
}

/** A count under a key from a server: a finite number of at least 0, otherwise undefined. */
export function ownCount(object: object, key: string): number | undefined {
  const value = getOwn(object, key);
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

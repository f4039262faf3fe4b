import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';

/** The objects of a list; anything else is treated as an empty one, and `expect` tells of it. */
export function listOf(object: JsonObject, key: string): readonly JsonObject[] {
  const value = getOwn(object, key);
  return Array.isArray(value) ? value.map((item: unknown) => (isJsonObject(item) ? item : {})) : [];
}

export function textAt(object: JsonObject, key: string): string {
  const value = getOwn(object, key);
  return typeof value === 'string' ? value : '';
}

export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = getOwn(object, key);
  return isJsonObject(value) ? value : {};
}

/** The texts that occur more than once. */
export function repeated(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => seen.has(text) || (seen.add(text), false));
}

export function isJsonText(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}

import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';

/** The value of a key, where a dot goes one level down (`sandbox.enabled`); own properties only. */
export function valueAt(value: JsonObject, key: string): unknown {
  let found: unknown = value;
  for (const step of key.split('.')) {
    if (!isJsonObject(found)) return undefined;
    found = getOwn(found, step);
  }
  return found;
}

import { isJsonObject, type JsonObject, type JsonValue } from '../data/json.ts';

/** A journal line is limited in size. */
const MAX_CHARS = 300;

/** Data of the engine's own as a journal line holds it: what is undefined is left out, and long texts are cut. */
export function recordData(data: object): JsonObject {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]: [string, unknown]): [string, JsonValue][] => {
      const recorded = recordValue(value);
      return recorded === undefined ? [] : [[name, recorded]];
    }),
  );
}

function recordValue(value: unknown): JsonValue | undefined {
  if (typeof value === 'string')
    return value.length <= MAX_CHARS ? value : `${value.slice(0, MAX_CHARS).toWellFormed()}…`;
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  return isJsonObject(value) ? recordData(value) : undefined;
}

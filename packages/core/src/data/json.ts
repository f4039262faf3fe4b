/** JSON as it comes from a model or goes to one. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  /** An undefined member is not in the text, as with `JSON.stringify`. */
  readonly [key: string]: JsonValue | undefined;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a key from a model or a file: own properties only, so `constructor` is an ordinary unknown key. */
export function getOwn(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? Reflect.get(object, key) : undefined;
}

import { present } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@sluice/core';
import { cleanSchema } from './clean-schema.ts';

/** A longer definition would crowd out everything else. */
const MAX_CHARS = 64 * 1024;

/** References that lead to each other. */
const MAX_STEPS = 16;

const ROOT_COMBINATORS = ['anyOf', 'oneOf', 'allOf'] as const;

export type ModelSchema =
  | { readonly ok: true; readonly schema: JsonObject }
  /** Why no model can be given it, as a sentence. */
  | { readonly ok: false; readonly reason: string };

/**
 * A server's input schema as model APIs take it: an object at the root without `$schema`, `$id`, a reference and combinators, which are
 * flattened into its properties, and without hidden text. It may allow more than the original, which is what validates.
 */
export function modelSchema(original: JsonObject): ModelSchema {
  const foreign = foreignReference(original);
  if (foreign !== undefined)
    return { ok: false, reason: `Its schema refers to another document: ${foreign}.` };
  const { $schema: _dialect, $id: _id, id: _oldId, $ref, ...rest } = original;
  let schema: JsonObject = { ...rest, type: 'object', properties: objectIn(rest, 'properties') };
  if ($ref !== undefined)
    schema = flatten({ ...schema, allOf: [{ $ref }, ...listIn(rest, 'allOf')] }, 'allOf', original);
  for (const key of ROOT_COMBINATORS) schema = flatten(schema, key, original);
  schema = cleanSchema(schema);
  const length = JSON.stringify(schema).length;
  if (length <= MAX_CHARS) return { ok: true, schema };
  return { ok: false, reason: `Its schema has ${length} characters; ${MAX_CHARS} are supported.` };
}

function flatten(schema: JsonObject, key: (typeof ROOT_COMBINATORS)[number], root: JsonObject): JsonObject {
  const { [key]: given, ...rest } = schema;
  if (!Array.isArray(given)) return given === undefined ? schema : rest;
  const parts = given.map((part: unknown) => resolved(part, root)).filter(isJsonObject);
  const properties = new Map(Object.entries(objectIn(rest, 'properties')));
  for (const part of parts) {
    for (const [name, value] of Object.entries(objectIn(part, 'properties'))) {
      const before = properties.get(name);
      if (before === undefined) properties.set(name, value);
      else if (key !== 'allOf') properties.set(name, either(before, value));
    }
  }
  const lists = parts.map((part) => textsIn(part, 'required'));
  const [first = []] = lists;
  const shared =
    key === 'allOf' ? lists.flat() : first.filter((name) => lists.every((list) => list.includes(name)));
  const required = [...new Set([...textsIn(rest, 'required'), ...shared])];
  return {
    ...rest,
    properties: Object.fromEntries(properties),
    ...present({ required: required.length > 0 ? required : undefined }),
  };
}

function either(a: JsonValue | undefined, b: JsonValue | undefined): JsonValue {
  if (JSON.stringify(a) === JSON.stringify(b)) return a ?? {};
  const before = isJsonObject(a) && Object.keys(a).length === 1 ? getOwn(a, 'anyOf') : undefined;
  const choices: readonly JsonValue[] = Array.isArray(before) ? before : [a ?? {}];
  return { anyOf: [...choices, b ?? {}] };
}

/** Follows a reference within the schema, and those that it leads to. */
function resolved(part: unknown, root: JsonObject, steps = MAX_STEPS): unknown {
  const reference = isJsonObject(part) ? getOwn(part, '$ref') : undefined;
  if (typeof reference !== 'string' || steps === 0) return part;
  let at: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    at = typeof at === 'object' && at !== null ? getOwn(at, key) : undefined;
  }
  return resolved(at, root, steps - 1);
}

function foreignReference(root: JsonObject): string | undefined {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && typeof member === 'string' && !member.startsWith('#')) return member;
      waiting.push(member);
    }
  }
  return undefined;
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = getOwn(object, key);
  return isJsonObject(value) ? value : {};
}

function listIn(object: JsonObject, key: string): readonly JsonValue[] {
  const value = getOwn(object, key);
  return Array.isArray(value) ? value : [];
}

function textsIn(object: JsonObject, key: string): readonly string[] {
  const value = getOwn(object, key);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '../data/json.ts';

type Path = readonly (string | number)[];

/** The part of a JSON Schema for a path, as far as plain keywords tell; undefined where they don't. */
export function schemaAt(root: JsonObject, path: Path): JsonObject | undefined {
  let node: JsonObject | undefined = root;
  for (const key of path) {
    node = node === undefined ? undefined : child(resolve(root, node), key);
  }
  return node === undefined ? undefined : resolve(root, node);
}

function child(node: JsonObject, key: string | number): JsonObject | undefined {
  if (typeof key === 'number') return asSchema(getOwn(node, 'items'));
  const properties = getOwn(node, 'properties');
  const own = isJsonObject(properties) ? asSchema(getOwn(properties, key)) : undefined;
  return own ?? asSchema(getOwn(node, 'additionalProperties'));
}

function resolve(root: JsonObject, node: JsonObject): JsonObject {
  const reference = getOwn(node, '$ref');
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return node;
  let target: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    target = isJsonObject(target)
      ? getOwn(target, part.replaceAll('~1', '/').replaceAll('~0', '~'))
      : undefined;
  }
  return asSchema(target) ?? node;
}

function asSchema(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** The value at a path; own properties only. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = getOwn(value, String(key));
  }
  return value;
}

/** The types that a schema allows, including `anyOf` and `oneOf`. */
export function typesOf(schema: JsonObject): readonly string[] {
  const type: JsonValue | undefined = schema['type'];
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((item: JsonValue) => typeof item === 'string');
  const options: JsonValue | undefined = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(options)) {
    return options.flatMap((option: JsonValue) => (isJsonObject(option) ? typesOf(option) : []));
  }
  return [];
}

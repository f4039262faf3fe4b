import { z } from 'zod';
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '../data/json.ts';
import { isStandardSchema, type ToolSchema } from '../tool/schema.ts';

const known = new WeakMap<ToolSchema, JsonObject>();

/**
 * The JSON Schema of a tool's input or output, with keys in a fixed order so that the same declaration gives the same bytes. The root is
 * always of type `object`.
 *
 * @throws TypeError if a Standard Schema can't be converted, or the root is not an object.
 */
export function toJsonSchema(schema: ToolSchema): JsonObject {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const raw = isStandardSchema(schema) ? convert(schema) : schema;
  const { $schema: _dialect, ...rest } = raw;
  const root: JsonObject = 'type' in rest ? rest : { type: 'object', ...rest };
  if (root['type'] !== 'object') throw new TypeError('The root of a tool schema must be of type "object".');
  const sorted = sortKeys(root);
  if (!isJsonObject(sorted)) throw new TypeError('A tool schema must be an object.');
  known.set(schema, sorted);
  return sorted;
}

function convert(schema: Exclude<ToolSchema, JsonObject>): JsonObject {
  const raw: unknown =
    // The name first: the class would load zod, 10 ms of a start whose tools are all known.
    '_zod' in schema && schema instanceof z.core.$ZodType
      ? z.toJSONSchema(schema, {
          io: 'input',
          unrepresentable: 'any',
          override: ({ jsonSchema }) => leaveOutWhatSaysNothing(jsonSchema),
        })
      : convertStandard(schema);
  const plain: unknown = JSON.parse(JSON.stringify(raw));
  if (!isJsonObject(plain)) throw new TypeError('The schema converts to no JSON object.');
  return plain;
}

/** zod writes the bounds of safe integers and that names are strings, which costs a model tokens and tells it nothing. */
function leaveOutWhatSaysNothing(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (typeof schema.propertyNames === 'object' && Object.keys(schema.propertyNames).join() === 'type')
    delete schema.propertyNames;
}

/** Standard JSON Schema (standardschema.dev/json-schema): `~standard.jsonSchema.input({ target })`. */
function convertStandard(schema: Exclude<ToolSchema, JsonObject>): unknown {
  const converter = getOwn(schema['~standard'], 'jsonSchema');
  const input = typeof converter === 'object' && converter !== null ? getOwn(converter, 'input') : undefined;
  if (typeof input !== 'function') {
    throw new TypeError(
      `The schema (${schema['~standard'].vendor}) can't be converted to JSON Schema: it has no "~standard.jsonSchema".`,
    );
  }
  return Reflect.apply(input, converter, [{ target: 'draft-2020-12' }]);
}

const FIRST_KEYS = ['type', 'description', 'properties', 'required', 'additionalProperties'];

/** Well-known keywords first, the rest by name; `properties` keep the author's order, which models read. */
function sortKeys(value: JsonValue, keepOrder = false): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => sortKeys(item));
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value);
  if (!keepOrder) keys.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const sorted: [string, JsonValue][] = [];
  for (const key of keys) {
    const item = value[key];
    if (item !== undefined) sorted.push([key, sortKeys(item, key === 'properties' && !keepOrder)]);
  }
  return Object.fromEntries(sorted);
}

function rank(key: string): number {
  const index = FIRST_KEYS.indexOf(key);
  return index === -1 ? FIRST_KEYS.length : index;
}

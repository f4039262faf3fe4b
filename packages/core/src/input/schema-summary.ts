import { getOwn, isJsonObject, type JsonValue } from '../data/json.ts';
import type { ToolSchema } from '../tool/schema.ts';
import { toJsonSchema } from './json-schema.ts';

const MAX_FIELDS = 24;
const MAX_CHARS = 1200;

/** The fields of a tool's input on one line, such as `{ path: string, limit?: integer }`. */
export function schemaSummary(schema: ToolSchema): string {
  let root: ReturnType<typeof toJsonSchema>;
  try {
    root = toJsonSchema(schema);
  } catch {
    return 'an object';
  }
  const properties = getOwn(root, 'properties');
  const required = getOwn(root, 'required');
  if (!isJsonObject(properties)) return 'an object';
  const names = Object.keys(properties);
  const fields = names.slice(0, MAX_FIELDS).map((name) => {
    const isRequired = Array.isArray(required) && required.includes(name);
    return `${name}${isRequired ? '' : '?'}: ${typeText(getOwn(properties, name))}`;
  });
  if (names.length > MAX_FIELDS) fields.push('…');
  const text = fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS).toWellFormed()}… }` : text;
}

function typeText(schema: unknown): string {
  if (!isJsonObject(schema)) return 'any';
  const values = getOwn(schema, 'enum');
  if (Array.isArray(values) && values.length <= 8) {
    return values.map((value: JsonValue) => JSON.stringify(value)).join(' | ');
  }
  const type = getOwn(schema, 'type');
  if (type === 'array') return `${typeText(getOwn(schema, 'items'))}[]`;
  if (typeof type === 'string') return type;
  return Array.isArray(type) ? type.join(' | ') : 'any';
}

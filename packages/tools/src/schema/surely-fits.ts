import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@sluice/core';

/** Keywords that don't constrain a value. */
const SILENT: ReadonlySet<string> = new Set(['type', 'description']);

/** Whether an input certainly fits the JSON Schema of an object with plain fields. False: it doesn't fit, or it takes more to tell. */
export function surelyFits(schema: JsonObject, input: unknown): boolean {
  const { type, properties, required = [], additionalProperties } = schema;
  if (type !== 'object' || additionalProperties !== false) return false;
  if (!isJsonObject(properties) || !Array.isArray(required) || !isJsonObject(input)) return false;
  const isWhole = required.every((name) => typeof name === 'string' && Object.hasOwn(input, name));
  return (
    isWhole &&
    Object.entries(input).every(([name, value]) => {
      const field = getOwn(properties, name);
      return isJsonObject(field) && fieldFits(field, value);
    })
  );
}

function fieldFits(field: JsonObject, value: JsonValue | undefined): boolean {
  if (!hasType(field['type'], value)) return false;
  return Object.entries(field).every(
    ([keyword, bound]) => SILENT.has(keyword) || keeps(keyword, bound, value),
  );
}

function hasType(type: JsonValue | undefined, value: JsonValue | undefined): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'integer':
      return Number.isSafeInteger(value);
    default:
      return false;
  }
}

function keeps(keyword: string, bound: JsonValue | undefined, value: JsonValue | undefined): boolean {
  if (keyword === 'enum') return Array.isArray(bound) && value !== undefined && bound.includes(value);
  if (typeof bound !== 'number') return false;
  if (typeof value === 'string') return keyword === 'minLength' && value.length >= bound;
  if (typeof value !== 'number') return false;
  switch (keyword) {
    case 'minimum':
      return value >= bound;
    case 'exclusiveMinimum':
      return value > bound;
    case 'maximum':
      return value <= bound;
    default:
      return false;
  }
}

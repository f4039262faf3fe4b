import { isJsonObject, type JsonObject, type JsonValue } from '@sluice/core';

/** Texts and lists are kept to at least so many UTF-16 units: what is still too long then has too many members. */
const MIN_BUDGET = 64;
/** A longer text of nothing but these is bytes: a part of it is of no use. */
const MAX_BASE64 = 4_096;
const BASE64 = /^[\w+/=-]*$/;

/**
 * A structure with shorter texts and lists, of at most `limit` UTF-16 units of JSON. It has the members and types that it had, so it still
 * fits a schema that sets no lengths. Undefined: it can't be made that short.
 */
export function shortStructure(structure: JsonObject, limit: number): JsonObject | undefined {
  for (let budget = limit; budget >= MIN_BUDGET; budget = Math.floor(budget / 2)) {
    const short = shortObject(structure, budget);
    if (JSON.stringify(short).length <= limit) return short;
  }
  return undefined;
}

function shortObject(object: JsonObject, budget: number): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, shortValue(value, budget)]],
    ),
  );
}

function shortValue(value: JsonValue, budget: number): JsonValue {
  if (typeof value === 'string') return shortText(value, budget);
  if (isJsonObject(value)) return shortObject(value, budget);
  return Array.isArray(value) ? shortList(value, budget) : value;
}

function shortText(text: string, budget: number): string {
  if (text.length <= budget) return text;
  const isBytes = text.length > MAX_BASE64 && BASE64.test(text.slice(0, MAX_BASE64));
  const start = isBytes ? '' : text.slice(0, budget).toWellFormed();
  return `${start}… [${text.length - start.length} more characters]`;
}

/** Its first items. Each is given half of what all have, so that a long first one is not left out. */
function shortList(list: readonly JsonValue[], budget: number): JsonValue[] {
  const items: JsonValue[] = [];
  let chars = 0;
  for (const item of list) {
    const short = shortValue(item, Math.floor(budget / 2));
    chars += JSON.stringify(short).length + 1;
    if (chars > budget) break;
    items.push(short);
  }
  return items;
}

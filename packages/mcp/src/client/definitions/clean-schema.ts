import { isJsonObject, type JsonObject, type JsonValue } from '@sluice/core';
import { cleanText, hasHidden } from './clean-text.ts';

/** Members of a schema that are there to be read. */
const TEXTS: ReadonlySet<string> = new Set(['title', 'description', '$comment']);
/** Members whose own members have names that the server chose. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions']);

/**
 * A schema in which nothing is hidden from a person who reads what the model reads. Texts are cleaned. Names, choices and defaults are
 * what is sent, so they can't be changed: those with hidden characters are left out. What is left may allow more than the original.
 */
export function cleanSchema(schema: JsonObject): JsonObject {
  return hasHidden(JSON.stringify(schema)) ? cleanObject(schema, false) : schema;
}

/** @param isNamed its keys are names of the server's, not keywords */
function cleanObject(object: JsonObject, isNamed: boolean): JsonObject {
  const members = Object.entries(object).flatMap(([key, value]): [string, JsonValue][] => {
    if (value === undefined || isHidden(key)) return [];
    if (!isNamed && TEXTS.has(key) && typeof value === 'string') return [[key, cleanText(value, Infinity)]];
    const clean = cleanValue(value, !isNamed && NAMED.has(key));
    return clean === undefined ? [] : [[key, clean]];
  });
  return Object.fromEntries(members);
}

/** Undefined: it has hidden characters. */
function cleanValue(value: JsonValue, isNamed: boolean): JsonValue | undefined {
  if (typeof value === 'string') return isHidden(value) ? undefined : value;
  if (Array.isArray(value)) {
    const items = value
      .map((item: JsonValue) => cleanValue(item, false))
      .filter((item) => item !== undefined);
    // A list of choices that is empty allows nothing.
    return items.length === 0 && value.length > 0 ? undefined : items;
  }
  return isJsonObject(value) ? cleanObject(value, isNamed) : value;
}

function isHidden(text: string): boolean {
  // The ends of lines are a choice that servers offer.
  const shown = text.replaceAll('\r', '');
  return cleanText(shown, Infinity) !== shown;
}

import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@sluice/core';

const ARGUMENTS = '$ARGUMENTS';

/** A question with the event's JSON in place of `$ARGUMENTS`, or appended if that is absent. */
export function fillPrompt(prompt: string, event: JsonObject): string {
  const text = JSON.stringify(event);
  return prompt.includes(ARGUMENTS) ? prompt.replaceAll(ARGUMENTS, () => text) : `${prompt}\n\n${text}`;
}

const PLACE = /\$\{([\w-]{1,80}(?:\.[\w-]{1,80}){0,20})\}/g;

/**
 * An input with `${tool_input.file_path}` and the like replaced by the event's value: strings as they are, anything else as JSON, missing
 * values as nothing.
 */
export function fillInput(input: JsonObject, event: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, filled(value, event)]));
}

function filled(value: JsonValue | undefined, event: JsonObject): JsonValue | undefined {
  if (typeof value === 'string') {
    return value.replaceAll(PLACE, (_, path: string) => textAt(event, path.split('.')));
  }
  if (Array.isArray(value)) return value.map((item: JsonValue) => filled(item, event) ?? null);
  return isJsonObject(value) ? fillInput(value, event) : value;
}

function textAt(event: JsonObject, path: readonly string[]): string {
  let value: unknown = event;
  for (const key of path) {
    value = typeof value === 'object' && value !== null ? getOwn(value, key) : undefined;
  }
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

import { isJsonObject, type AssistantBlock, type JsonObject } from '@sluice/core';
import { isDeep } from './is-deep.ts';

export type ToolUse = Extract<AssistantBlock, { type: 'tool_use' }>;

/** As long as any API allows for the name of a tool. */
const MAX_NAME_CHARS = 128;
/** Half a character, as JSON text spells it. */
const MAYBE_HALF = /\\u[dD][89a-fA-F]/;

/** A call as it stands in a request, from the JSON text of its input; what is no JSON object, or one without end, is `{}`. */
export function toolUse(id: string, name: string, inputText: string | undefined): ToolUse {
  return { type: 'tool_use', id, name: toolName(name), input: parseInput(inputText) };
}

/** A model may write any name, and no API takes it back. */
function toolName(name: string): string {
  return name.slice(0, MAX_NAME_CHARS).replace(/[^\w-]/g, '_') || 'unnamed';
}

/** The same call, as its model's decoder tells it. */
export function cleanToolUse({ id, name, input }: ToolUse): ToolUse {
  return toolUse(id, name, jsonOf(input));
}

/** Undefined where it has too many levels. */
function jsonOf(input: JsonObject): string | undefined {
  try {
    return JSON.stringify(input);
  } catch {
    return undefined;
  }
}

function parseInput(text: string | undefined): JsonObject {
  if (text === undefined || isDeep(text)) return {};
  try {
    const isWhole = text.isWellFormed() && !MAYBE_HALF.test(text);
    const value: unknown = isWhole ? JSON.parse(text) : JSON.parse(text, wellFormed);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function wellFormed(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name.toWellFormed(), item]));
}

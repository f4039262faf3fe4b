import { isJsonObject, type AssistantBlock, type JsonObject } from '@sluice/core';
import { isDeep } from './is-deep.ts';

export type ToolUse = Extract<AssistantBlock, { type: 'tool_use' }>;

/** The longest tool name that any API allows. */
const MAX_NAME_CHARS = 128;
/** A lone surrogate as JSON text escapes it. */
const MAYBE_HALF = /\\u[dD][89a-fA-F]/;

/**
 * A call for a request, built from the JSON text of its input. Text that is not a JSON object, or is too
 * deeply nested, becomes `{}`.
 */
export function toolUse(id: string, name: string, inputText: string | undefined): ToolUse {
  return { type: 'tool_use', id, name: toolName(name), input: parseInput(inputText) };
}

/** A model may write any name, but APIs reject invalid ones. */
function toolName(name: string): string {
  return name.slice(0, MAX_NAME_CHARS).replace(/[^\w-]/g, '_') || 'unnamed';
}

/** The same call, from its model's decoder. */
export function cleanToolUse({ id, name, input }: ToolUse): ToolUse {
  return toolUse(id, name, jsonOf(input));
}

/** Undefined if it is nested too deeply. */
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

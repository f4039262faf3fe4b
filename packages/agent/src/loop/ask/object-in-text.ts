import { isJsonObject, type JsonObject } from '@sluice/core';

/** The JSON object that a text consists of or contains. A model that doesn't call a tool may write its answer instead. */
export function objectInText(text: string): JsonObject | undefined {
  const found = /\{[\s\S]*\}/.exec(text)?.[0];
  if (found === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(found);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

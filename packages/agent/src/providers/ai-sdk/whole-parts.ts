import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';

/** Converts the result of `doGenerate` to the parts that a stream would have. */
export function wholeParts(result: unknown): readonly JsonObject[] {
  if (!isJsonObject(result)) return [];
  const response = getOwn(result, 'response');
  const content = getOwn(result, 'content');
  const parts: JsonObject[] = [];
  if (isJsonObject(response)) parts.push({ ...response, type: 'response-metadata' });
  for (const [index, part] of (Array.isArray(content) ? content : []).entries()) {
    if (!isJsonObject(part)) continue;
    const id = String(index);
    const type = getOwn(part, 'type');
    if (type !== 'text' && type !== 'reasoning') {
      parts.push(part);
      continue;
    }
    const delta = getOwn(part, 'text');
    const text = typeof delta === 'string' ? delta : '';
    parts.push({ type: `${type}-start`, id }, { type: `${type}-delta`, id, delta: text });
    parts.push({ ...part, type: `${type}-end`, id });
  }
  const { finishReason = null, usage = null } = result;
  return [...parts, { type: 'finish', finishReason, usage }];
}

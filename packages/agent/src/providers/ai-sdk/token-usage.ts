import { getOwn, isJsonObject, type ModelUsage } from '@sluice/core';

/** Usage of a `finish` part: plain numbers in version 2, broken down into parts later. */
export function usageOf(usage: unknown): Partial<ModelUsage> {
  if (!isJsonObject(usage)) return {};
  const input = getOwn(usage, 'inputTokens');
  const output = getOwn(usage, 'outputTokens');
  if (!isJsonObject(input)) {
    const cacheReadTokens = count(getOwn(usage, 'cachedInputTokens'));
    const inputTokens = Math.max(0, count(input) - cacheReadTokens);
    return { inputTokens, outputTokens: count(output), cacheReadTokens, cacheWriteTokens: 0 };
  }
  const cacheReadTokens = count(getOwn(input, 'cacheRead'));
  const cacheWriteTokens = count(getOwn(input, 'cacheWrite'));
  const uncached = getOwn(input, 'noCache');
  const rest = Math.max(0, count(getOwn(input, 'total')) - cacheReadTokens - cacheWriteTokens);
  return {
    inputTokens: typeof uncached === 'number' ? uncached : rest,
    outputTokens: isJsonObject(output) ? count(getOwn(output, 'total')) : 0,
    cacheReadTokens,
    cacheWriteTokens,
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : 0;
}

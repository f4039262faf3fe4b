import { present } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject, type ModelUsage } from '@sluice/core';

export const NO_USAGE: ModelUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
};

export function addUsage(a: ModelUsage, b: ModelUsage): ModelUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    isIncomplete: a.isIncomplete ?? b.isIncomplete,
    ...present({ details: addDetails(a.details, b.details) }),
  };
}

/** @param before an earlier state of `now` */
export function usageSince(before: ModelUsage, now: ModelUsage): ModelUsage {
  return {
    inputTokens: now.inputTokens - before.inputTokens,
    outputTokens: now.outputTokens - before.outputTokens,
    cacheReadTokens: now.cacheReadTokens - before.cacheReadTokens,
    cacheWriteTokens: now.cacheWriteTokens - before.cacheWriteTokens,
    isIncomplete: before.isIncomplete === true ? undefined : now.isIncomplete,
  };
}

/** Objects hold counts, which are added up; of everything else, the later value counts. */
function addDetails(a: JsonObject | undefined, b: JsonObject | undefined): JsonObject | undefined {
  if (a === undefined || b === undefined) return b ?? a;
  const later = Object.entries(b).map(([name, value]) => {
    const before = getOwn(a, name);
    return [name, isJsonObject(before) && isJsonObject(value) ? addCounts(before, value) : value];
  });
  return { ...a, ...Object.fromEntries(later) };
}

function addCounts(a: JsonObject, b: JsonObject): JsonObject {
  const later = Object.entries(b).map(([name, value]) => {
    const before = getOwn(a, name);
    return [name, typeof before === 'number' && typeof value === 'number' ? before + value : value];
  });
  return { ...a, ...Object.fromEntries(later) };
}

/** The usage of a stream that broke off and never reported the rest. */
export function usageOfBroken(usage: ModelUsage): ModelUsage {
  return { ...usage, isIncomplete: true };
}

/** Tokens in the conversation, including the answer that has this usage. */
export function contextTokens(usage: ModelUsage): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens;
}

/** US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Default: same as `input`. */
  readonly cacheRead?: number;
  /** Default: same as `input`. */
  readonly cacheWrite?: number;
}

const MILLION = 1_000_000;

export function costOf(usage: ModelUsage, price: ModelPrice): number {
  const { input, output, cacheRead = input, cacheWrite = input } = price;
  return (
    (usage.inputTokens * input +
      usage.outputTokens * output +
      usage.cacheReadTokens * cacheRead +
      usage.cacheWriteTokens * cacheWrite) /
    MILLION
  );
}

/** The known cost; models without a known price add nothing. */
export function knownCostUsd(models: readonly { readonly costUsd: number | undefined }[]): number {
  return models.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
}

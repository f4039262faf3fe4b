import { present } from '@sluice/base';
import type { JsonObject, ModelUsage } from '@sluice/core';
import { ownCount, ownObject } from './own-value.ts';

type Counts = {
  readonly [Key in Exclude<keyof ModelUsage, 'isIncomplete' | 'details'>]?: number | undefined;
};

/** The counts of a Messages API `usage`, in which the parts of the input don't overlap. */
export function anthropicUsage(usage: JsonObject): Partial<ModelUsage> {
  const details = Object.fromEntries(
    Object.entries(usage).filter(([name, value]) => !ANTHROPIC_COUNTS.includes(name) && value !== null),
  );
  const [inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens] = ANTHROPIC_COUNTS.map((name) =>
    ownCount(usage, name),
  );
  return {
    ...known({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }),
    ...present({ details: Object.keys(details).length > 0 ? details : undefined }),
  };
}

const ANTHROPIC_COUNTS: readonly string[] = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
];

/** The counts of Chat Completions, whose input includes the cached part. */
export function openaiChatUsage(usage: object): Partial<ModelUsage> {
  const details = ownObject(usage, 'prompt_tokens_details') ?? {};
  const cached = ownCount(details, 'cached_tokens') ?? ownCount(usage, 'prompt_cache_hit_tokens');
  return withoutCached(ownCount(usage, 'prompt_tokens'), ownCount(usage, 'completion_tokens'), cached);
}

/** The counts of the Responses API, whose input includes the cached part. */
export function openaiResponsesUsage(usage: object): Partial<ModelUsage> {
  const details = ownObject(usage, 'input_tokens_details') ?? {};
  const cached = ownCount(details, 'cached_tokens');
  return withoutCached(ownCount(usage, 'input_tokens'), ownCount(usage, 'output_tokens'), cached);
}

/**
 * The counts of Gemini: its input includes the cached part but not the results of its own tools, and its
 * output excludes thoughts.
 */
export function geminiUsage(usage: object): Partial<ModelUsage> {
  const input = sum(ownCount(usage, 'promptTokenCount'), ownCount(usage, 'toolUsePromptTokenCount'));
  const output = sum(ownCount(usage, 'candidatesTokenCount'), ownCount(usage, 'thoughtsTokenCount'));
  return withoutCached(input, output, ownCount(usage, 'cachedContentTokenCount'));
}

/**
 * The counts of the Interactions API; its input includes the cached part, and its output excludes thoughts.
 */
export function interactionsUsage(usage: object): Partial<ModelUsage> {
  const input = sum(ownCount(usage, 'total_input_tokens'), ownCount(usage, 'total_tool_use_tokens'));
  const output = sum(ownCount(usage, 'total_output_tokens'), ownCount(usage, 'total_thought_tokens'));
  return withoutCached(input, output, ownCount(usage, 'total_cached_tokens'));
}

function withoutCached(
  input: number | undefined,
  outputTokens: number | undefined,
  cached: number | undefined,
): Partial<ModelUsage> {
  const inputTokens = input === undefined ? undefined : Math.max(0, input - (cached ?? 0));
  return known({ inputTokens, outputTokens, cacheReadTokens: cached });
}

function sum(...counts: readonly (number | undefined)[]): number | undefined {
  const given = counts.filter((count) => count !== undefined);
  return given.length === 0 ? undefined : given.reduce((total, count) => total + count, 0);
}

function known({
  inputTokens,
  outputTokens,
  cacheReadTokens,
  cacheWriteTokens,
}: Counts): Partial<ModelUsage> {
  return {
    ...present({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }),
  };
}

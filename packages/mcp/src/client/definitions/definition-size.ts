import { CHARACTERS_PER_TOKEN } from '@sluice/core';
import type { ListedTool } from './listed-tool.ts';

/** Definitions of one server that take more tokens than this are reported. */
const MANY_TOKENS = 10_000;

/** How many tokens the definitions of tools take in a request, about. */
export function definitionTokens(
  tools: readonly Pick<ListedTool, 'name' | 'description' | 'inputSchema'>[],
): number {
  const chars = tools
    .map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }).length)
    .reduce((sum, length) => sum + length, 0);
  return Math.ceil(chars / CHARACTERS_PER_TOKEN);
}

/** A sentence for the user if definitions take more than 10,000 tokens. */
export function sizeProblem(tokens: number): string | undefined {
  if (tokens <= MANY_TOKENS) return undefined;
  const about = (Math.round(tokens / 1_000) * 1_000).toLocaleString('en-US');
  const limit = MANY_TOKENS.toLocaleString('en-US');
  return `The definitions of its tools take about ${about} tokens, more than ${limit}. To use fewer tools, set "tools": {"include": […]} in its entry.`;
}

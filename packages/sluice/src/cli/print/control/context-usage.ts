import type { AssembledAgent } from '@sluice/session/agent';

/** From this share of the window on, the conversation is compacted. */
const COMPACT_AT = 0.8;

/**
 * The answer to `get_context_usage`: the whole of what the last request held, as the model counted it. What parts of it come from
 * the system prompt, tools and messages is not counted, so the lists of parts are empty.
 */
export function contextUsage(agent: Pick<AssembledAgent, 'contextTokens' | 'provider'>): object {
  const { contextWindow, model } = agent.provider;
  const used = Math.min(agent.contextTokens ?? 0, contextWindow);
  const threshold = Math.floor(contextWindow * COMPACT_AT);
  const buffer = Math.min(contextWindow - threshold, contextWindow - used);
  const category = (id: string, name: string, tokens: number, kind: string): object => ({
    ...{ id, name, tokens, kind },
    color: kind,
  });
  return {
    categories: [
      category('messages', 'Conversation', used, 'used'),
      category('free_space', 'Free space', contextWindow - used - buffer, 'free'),
      category('autocompact_buffer', 'Kept free for compaction', buffer, 'buffer'),
    ],
    totalTokens: used,
    maxTokens: contextWindow,
    rawMaxTokens: contextWindow,
    percentage: Math.round((used / contextWindow) * 100),
    gridRows: [],
    model,
    memoryFiles: [],
    mcpTools: [],
    agents: [],
    autoCompactThreshold: threshold,
    isAutoCompactEnabled: true,
    apiUsage: null,
  };
}

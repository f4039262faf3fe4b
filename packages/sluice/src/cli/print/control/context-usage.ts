import type { AssembledAgent } from '@sluice/session/agent';
import { contextParts } from '../../context-parts.ts';

/** The answer to `get_context_usage`. */
export async function contextUsage(
  agent: Pick<AssembledAgent, 'contextTokens' | 'provider' | 'requestHead' | 'messages'>,
): Promise<object> {
  const { model, windowTokens, usedTokens, compactTokens, parts, serverTools, ownTools } =
    await contextParts(agent);
  return {
    categories: parts.map((part) => ({ ...part, color: part.kind })),
    totalTokens: usedTokens,
    maxTokens: windowTokens,
    rawMaxTokens: windowTokens,
    percentage: Math.round((usedTokens / windowTokens) * 100),
    gridRows: [],
    model,
    memoryFiles: [],
    mcpTools: serverTools.map((tool) => ({
      ...tool,
      isLoaded: true,
      serverName: tool.name.split('__', 2)[1] ?? '',
    })),
    systemTools: ownTools,
    agents: [],
    autoCompactThreshold: compactTokens,
    isAutoCompactEnabled: true,
    apiUsage: null,
  };
}

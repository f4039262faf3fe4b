import type { ModelTool } from '@sluice/core';
import type { AssembledAgent } from '@sluice/session/agent';

/** From this share of the window on, the conversation is compacted. */
const COMPACT_AT = 0.8;
/** An estimate: a model's own count is known for the whole only. */
const CHARS_PER_TOKEN = 4;

/**
 * The answer to `get_context_usage`: the whole of what the last request held, as the model counted it. What the system prompt and the
 * tools take of it is estimated from their length; the rest is the conversation.
 */
export async function contextUsage(
  agent: Pick<AssembledAgent, 'contextTokens' | 'provider' | 'requestHead' | 'parts'>,
): Promise<object> {
  const { contextWindow, model } = agent.provider;
  const { system, tools } = await agent.requestHead();
  const used = Math.min(agent.contextTokens ?? 0, contextWindow);
  let left = used;
  /** No more than is left: estimates may be too high. */
  const share = (chars: number): number => {
    const tokens = Math.min(left, Math.ceil(chars / CHARS_PER_TOKEN));
    left -= tokens;
    return tokens;
  };
  const servers = tools.filter(isOfServer).map((tool) => ({ tool, tokens: share(charsOf(tool)) }));
  const own = tools
    .filter((tool) => !isOfServer(tool))
    .map((tool) => ({ tool, tokens: share(charsOf(tool)) }));
  const prompt = share(system.join('').length);
  const threshold = Math.floor(contextWindow * COMPACT_AT);
  const buffer = Math.min(contextWindow - threshold, contextWindow - used);
  const category = (id: string, name: string, tokens: number, kind: string): object => ({
    ...{ id, name, tokens, kind },
    color: kind,
  });
  const total = (sizes: readonly { readonly tokens: number }[]): number =>
    sizes.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    categories: [
      category('system_prompt', 'System prompt', prompt, 'used'),
      category('system_tools', 'System tools', total(own), 'used'),
      ...(servers.length === 0 ? [] : [category('mcp_tools', 'MCP tools', total(servers), 'used')]),
      category('messages', 'Messages', left, 'used'),
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
    mcpTools: servers.map(({ tool: { name }, tokens }) => ({
      ...{ name, tokens, isLoaded: true },
      serverName: name.split('__', 2)[1] ?? '',
    })),
    systemTools: own.map(({ tool: { name }, tokens }) => ({ name, tokens })),
    agents: [],
    autoCompactThreshold: threshold,
    isAutoCompactEnabled: true,
    apiUsage: null,
  };
}

function isOfServer({ name }: ModelTool): boolean {
  return name.startsWith('mcp__');
}

function charsOf({ name, description, inputSchema, isDeferred }: ModelTool): number {
  return isDeferred === true ? 0 : name.length + description.length + JSON.stringify(inputSchema).length;
}

import type { Attachment } from '@sluice/agent';
import { getOwn, markedText, type ModelMessage } from '@sluice/core';
import type { McpServers } from '@sluice/mcp';
import type { LocalRuntime } from '../../runtime/local-runtime.ts';

/**
 * What MCP servers say about their tools, for an agent that may use one of them. Each text is given once, at the end of the
 * conversation, and again if it has changed or a summary has taken its place.
 */
export function serverInstructions(
  servers: Pick<McpServers, 'instructions'> | undefined,
  { pool, agent }: Pick<LocalRuntime, 'pool' | 'agent'>,
  messages: readonly ModelMessage[],
): readonly Attachment[] {
  const all = servers?.instructions() ?? [];
  if (all.length === 0) return [];
  const reached = new Set(
    pool.tools
      .filter((tool) => !agent.deniesTool(tool))
      .map(({ annotations }) => getOwn(annotations, 'mcpServer')),
  );
  return all
    .filter(({ server }) => reached.has(server))
    .map(({ server, text }) => `Instructions of the MCP server ${server} for its tools:\n${text}`)
    .filter((text) => !isReported(text, messages))
    .map((text) => ({ text, origin: 'mcp' as const, isSilent: true }));
}

function isReported(text: string, messages: readonly ModelMessage[]): boolean {
  // A text that holds our own mark is escaped there.
  const marked = markedText(text.toWellFormed(), 'mcp');
  return messages.some(
    ({ role, content }) =>
      role === 'user' && content.some((block) => block.type === 'text' && block.text === marked),
  );
}

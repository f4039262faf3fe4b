import type { AgentDefinition } from '@sluice/agent';
import type { JsonObject, ToolPool } from '@sluice/core';
import type { McpServers } from '@sluice/mcp';
import type { SessionParts } from '../../../parts/session-parts.ts';

interface DefinitionServers {
  /** Undefined: it has none of its own. */
  readonly servers?: Pick<McpServers, 'status'> | undefined;
  /** Ends those that are the agent's own. */
  readonly close: () => Promise<void>;
  /** What it has not got, one sentence each. */
  readonly notes: readonly string[];
}

/** What of a definition says which servers it has. */
type ServersDefinition = Pick<AgentDefinition, 'mcpServers' | 'isTrusted' | 'source' | 'file'>;

/** Starts the servers that a definition configures: their tools join the agent's pool, and they end with it. */
export async function openDefinitionServers(
  { mcpServers, isTrusted, source, file }: ServersDefinition,
  pool: ToolPool,
  { mcp, openAgentServers }: Pick<SessionParts, 'mcp' | 'openAgentServers'>,
): Promise<DefinitionServers> {
  // Not by assignment, to which some keys mean something else.
  const own: JsonObject = Object.fromEntries(
    mcpServers.flatMap((server) => (typeof server === 'string' ? [] : Object.entries(server))),
  );
  const known = new Set(mcp?.status().map(({ name }) => name));
  const notes = mcpServers.flatMap((server) =>
    typeof server !== 'string' || known.has(server)
      ? []
      : [`It has no tools of the MCP server ${JSON.stringify(server)}: the session has none with that name.`],
  );
  const names = Object.keys(own);
  const close = (): Promise<void> => Promise.resolve();
  if (names.length === 0) return { close, notes };
  const without = (why: string): DefinitionServers => ({
    close,
    notes: [...notes, `It started without its MCP servers (${names.join(', ')}): ${why}.`],
  });
  if (!isTrusted) return without('its definition is from a project that the user does not trust');
  if (openAgentServers === undefined) return without('this session has none');
  const projectFile = source === 'project' ? file : undefined;
  const { servers, notices } = await openAgentServers({ entries: own, projectFile }, pool);
  const missing = servers?.status().flatMap(({ name, state, reason }) =>
    // The notices say what waits for an approval.
    state === 'connected' || state === 'cached' || state === 'pending-approval'
      ? []
      : [`Its MCP server ${name} has no tools: ${reason ?? state}`],
  );
  return {
    notes: [...notes, ...notices, ...(missing ?? [])],
    servers,
    close: async () => servers?.[Symbol.asyncDispose](),
  };
}

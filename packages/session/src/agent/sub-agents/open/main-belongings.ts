import type { AgentDefinition } from '@sluice/agent';
import type { SessionParts } from '../../../parts/session-parts.ts';
import { withPool } from '../types/main-type.ts';
import { openAgentMemory, withMemoryTools } from './agent-memory.ts';
import { openDefinitionServers } from './definition-servers.ts';

/** What the main agent has by its definition besides prompt and tools. */
export interface MainBelongings {
  /** The session with the tools of its servers, and those for its notes. */
  readonly parts: SessionParts;
  /** For its system prompt. Undefined: it keeps no notes. */
  readonly memoryText: string | undefined;
  /** What it has not got, one sentence each, for the user. */
  readonly notices: readonly string[];
  /** Ends its servers. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the servers that the definition of the main agent configures, and opens its notes.
 * @param around the session with all its tools
 */
export async function openBelongings(
  definition: AgentDefinition,
  parts: SessionParts,
  around: SessionParts,
): Promise<MainBelongings> {
  const servers = await openDefinitionServers(definition, parts.pool, parts);
  const { memory, notes } = openAgentMemory(definition, parts);
  if (memory !== undefined) parts.permission.state.update({ memory: memory.directory });
  return {
    parts:
      memory === undefined
        ? parts
        : withPool(parts, withMemoryTools(parts.pool, around.pool, definition, memory)),
    memoryText: memory?.text,
    notices: [...servers.notes, ...notes].map((note) => `Agent ${definition.name}: ${note}`),
    close: servers.close,
  };
}

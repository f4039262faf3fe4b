import { randomUUID } from 'node:crypto';
import type { ToolHost } from '@sluice/mcp/server';
import type { LocalRuntime } from '@sluice/session';
import { TOOLS_FOR_DEFERRED } from '@sluice/tools';

const CLIENT_TYPE = 'mcp-client';

/**
 * A session's tools for MCP clients, except those that are denied by name or were not requested. The first client uses
 * the session's own engine; every other one gets an engine of its own.
 */
export function openToolHost(runtime: LocalRuntime, names: readonly string[] | undefined): ToolHost {
  const wanted = names && new Set(names.map((name) => runtime.pool.find(name)?.name ?? name));
  const { cwd } = runtime.session;
  let clients = 0;
  return {
    pool: runtime.pool,
    offers(tool) {
      // A client sees every tool, so it has none to search for.
      if (TOOLS_FOR_DEFERRED.includes(tool.name)) return false;
      return wanted?.has(tool.name) !== false && !runtime.agent.deniesTool(tool);
    },
    openClient() {
      clients += 1;
      if (clients === 1) return runtime;
      return runtime.fork({
        cwd,
        agent: { id: `${CLIENT_TYPE}-${randomUUID()}`, type: CLIENT_TYPE },
        journal: runtime.agent.journal,
        attachments: () => runtime.agent.takeTexts().map(({ text, origin }) => ({ text, speaker: origin })),
      });
    },
  };
}

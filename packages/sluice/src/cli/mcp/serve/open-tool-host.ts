import { randomUUID } from 'node:crypto';
import type { ToolHost } from '@sluice/mcp/server';
import type { LocalRuntime } from '@sluice/session';

const CLIENT_TYPE = 'mcp-client';

/**
 * A session's tools for MCP clients: without those that a rule denies as such, or that were not asked for. The first client
 * works in the session's own engine, each other one in an engine beside it.
 */
export function openToolHost(runtime: LocalRuntime, names: readonly string[] | undefined): ToolHost {
  const wanted = names && new Set(names.map((name) => runtime.pool.find(name)?.name ?? name));
  const { cwd } = runtime.session;
  let clients = 0;
  return {
    pool: runtime.pool,
    offers: (tool) => wanted?.has(tool.name) !== false && !runtime.agent.deniesTool(tool),
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

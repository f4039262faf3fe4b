import { randomUUID } from 'node:crypto';
import type { AnyTool } from '@sluice/core';
import type { ToolHost } from '@sluice/mcp/server';
import type { LocalRuntime } from '@sluice/session';
import { TOOLS_FOR_DEFERRED } from '@sluice/tools';

const CLIENT_TYPE = 'mcp-client';

/**
 * A client sees every tool, so it has none to search for. All clients share one permission mode, so none of them may
 * change it: a mode of planning belongs to the agent of the client itself.
 */
const NEVER_SERVED: ReadonlySet<string> = new Set([...TOOLS_FOR_DEFERRED, 'EnterPlanMode', 'ExitPlanMode']);

/** Whether this tool is offered to no client, even if its name is requested. */
export function isNeverServed(tool: Pick<AnyTool, 'name'>): boolean {
  return NEVER_SERVED.has(tool.name);
}

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
    store: runtime.agent.store,
    offers(tool) {
      if (isNeverServed(tool)) return false;
      return wanted?.has(tool.name) !== false && !runtime.agent.deniesTool(tool);
    },
    arrival: (toolName) => runtime.agent.arrival(toolName),
    whyMissing: (toolName) => runtime.agent.whyMissing(toolName),
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

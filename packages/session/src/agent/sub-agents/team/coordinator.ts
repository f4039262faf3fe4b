import { FilteredPool } from '@sluice/agent';
import type { ToolPool } from '@sluice/core';

/** What a main agent keeps that leaves the work to others. */
const KEPT: ReadonlySet<string> = new Set([
  ...['Agent', 'SendMessage', 'ListAgents', 'TaskStop', 'TaskOutput'],
  ...['TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate'],
  ...['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode', 'StructuredOutput', 'Read'],
  // They show tools of this list and call them.
  ...['ToolSearch', 'UseTool'],
]);

/** The tools of a coordinator. Its workers have all that the session has. */
export function coordinatorPool(pool: ToolPool): ToolPool {
  return new FilteredPool(pool, ({ name }) => KEPT.has(name), []);
}

/** Follows the usual system prompt. */
export const COORDINATOR_PROMPT = `You coordinate. Agents that you open with the Agent tool do the work: you can read files, but not change them or run commands. Break the work into tasks, give each to an agent with everything it needs, check what they report, and tell the user the outcome. Agents run in the background, and you are notified when they end.

A worker whose call needs approval sends you a message with type permission_request. Look at the call, and answer that worker with SendMessage and the message {"type": "permission_response", "request_id": "…", "approve": true}, or "approve": false with a "reason". Approve only what the user's request needs. Your approval is checked against your own permissions: you can't allow more than that.`;

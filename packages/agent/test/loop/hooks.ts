import { NO_HOOKS, type AgentHooks } from '../../src/loop/agent-hooks.ts';

/** Hooks that say nothing, but for these. */
export function hooksWith(changed: Partial<AgentHooks>): AgentHooks {
  return { ...NO_HOOKS, ...changed };
}

/** What a hook of a prompt says when it has nothing to say. */
export const SILENT = { block: undefined, stop: undefined, additionalContext: [] };

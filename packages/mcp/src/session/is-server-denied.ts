import { defineTool, type AnyTool } from '@sluice/core';
import { plainToolName } from '../tool-names.ts';

/** Whether a rule denies every tool that a server could have. */
export function isServerDenied(server: string, isDenied: (tool: AnyTool) => boolean): boolean {
  return isDenied(anyToolOf(server));
}

/** @param denyingRule the rule that denies a tool, as text */
export function isDeniedByRule(
  server: string,
  denyingRule: ((tool: AnyTool) => string | undefined) | undefined,
): boolean {
  return isServerDenied(server, (tool) => denyingRule?.(tool) !== undefined);
}

/** Stands for all tools of a server: no tool has its name, so only rules for the whole server match it. */
export function anyToolOf(server: string): AnyTool {
  const known = ofServers.get(server);
  if (known !== undefined) return known;
  const tool = toolNamed(plainToolName(server, '_'.repeat(64)));
  ofServers.set(server, tool);
  return tool;
}

const ofServers = new Map<string, AnyTool>();

/** Stands for what else has a name that rules match. */
export function toolNamed(name: string): AnyTool {
  return defineTool({
    name,
    description: '',
    inputSchema: { type: 'object' },
    call: async () => ({ data: '' }),
  });
}

import type { AnyTool, ToolPool } from '@sluice/core';
import type { AgentDefinition } from './agent-definition.ts';
import { mentionsTool } from './mentions-tool.ts';

/** Tools of the main agent alone: they need the user, or the session as a whole. */
const NEVER: ReadonlySet<string> = new Set([
  'Advisor',
  'AskUserQuestion',
  'EnterPlanMode',
  'ExitPlanMode',
  'RemoteTrigger',
  'REPL',
  'ScheduleWakeup',
  'TaskOutput',
  'TeamCreate',
  'TeamDelete',
  'WaitForMcpServers',
  'Workflow',
]);

/** Those of them that a fork can use: it has the tools of the main agent, so that its requests begin alike. */
const OF_FORKS: ReadonlySet<string> = new Set(['TaskOutput', 'WaitForMcpServers']);

/** Whether a fork, which lists this tool, may not use it. */
export const isRefusedInFork = (tool: Pick<AnyTool, 'name'>): boolean =>
  NEVER.has(tool.name) && !OF_FORKS.has(tool.name);

/** Built-in tools of an agent in the background, beside all tools of MCP servers and of the program. */
const BACKGROUND: ReadonlySet<string> = new Set([
  'Agent',
  'Artifact',
  'Bash',
  'Edit',
  'EnterWorktree',
  'ExitWorktree',
  'Glob',
  'Grep',
  'ListAgents',
  'LSP',
  'Monitor',
  'NotebookEdit',
  'PowerShell',
  'Read',
  'SendMessage',
  'Skill',
  'Sleep',
  'StructuredOutput',
  'TaskCreate',
  'TaskGet',
  'TaskList',
  'TaskStop',
  'TaskUpdate',
  'TodoWrite',
  'ToolSearch',
  'UseTool',
  'WebFetch',
  'WebSearch',
  'Write',
]);

/** Built-in tools, as far as lists of agents can name them. */
export const LISTED_TOOLS: ReadonlySet<string> = new Set([
  ...NEVER,
  ...BACKGROUND,
  ...['CronCreate', 'CronDelete', 'CronList'],
  ...['ListMcpResourcesTool', 'ReadMcpResourceDirTool', 'ReadMcpResourceTool'],
]);

export interface ToolSelection {
  readonly definition: Pick<AgentDefinition, 'tools' | 'disallowedTools'>;
  readonly isBackground: boolean;
  /** It may not open agents itself: it would be too deep. */
  readonly isDeepest: boolean;
  readonly isInPlanMode: boolean;
}

/** Why an agent does not get a tool of its parent, as a clause. Undefined: it gets it. */
export function whyLeftOut(
  tool: AnyTool,
  pool: Pick<ToolPool, 'isForeign'>,
  { definition, isBackground, isDeepest, isInPlanMode }: ToolSelection,
): string | undefined {
  const { name } = tool;
  const { tools, disallowedTools } = definition;
  if (NEVER.has(name) && !(name === 'ExitPlanMode' && isInPlanMode)) return 'sub-agents never have it';
  if (name === 'Agent' && isDeepest) return 'agents can only be nested this deep';
  if (isBackground && !BACKGROUND.has(name) && !pool.isForeign(tool))
    return 'background agents never have it';
  if (disallowedTools.some((item) => !item.includes('(') && mentionsTool(item, tool)))
    return 'its definition lists it under disallowedTools';
  if (tools !== undefined && !tools.some((item) => mentionsTool(item, tool)))
    return 'its definition does not list it under tools';
  return undefined;
}

/** Reasons for an agent that would have no tools at all: one for each tool that its definition wants. */
export function explainNoTools(
  pool: ToolPool,
  selection: ToolSelection,
  whyMissing: (toolName: string) => string | undefined = () => undefined,
): string {
  const { tools } = selection.definition;
  if (tools === undefined) return 'Its parent has no tools that sub-agents can have.';
  if (tools.length === 0) return 'Its definition has an empty list of tools.';
  return tools
    .map((item) => {
      const tool = pool.tools.find((each) => mentionsTool(item, each));
      if (tool !== undefined) return `${item}: ${whyLeftOut(tool, pool, selection) ?? 'left out'}.`;
      return `${item}: ${whyMissing(item) ?? 'there is no such tool here.'}`;
    })
    .join(' ');
}

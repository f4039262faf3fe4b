import { isJsonObject, toJsonSchema } from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import { builtInTools, createTaskRegistry } from '@sluice/tools';
import { expect, it } from 'vitest';
import { ruleKindOf } from '../../../../core/src/permission/rules/rule-kinds.ts';
import { OWN_TOOLS } from '../../../../core/src/permission/rules/own-tools.ts';
import { ABSENT_TOOLS } from '../../../../hooks/src/read/tool-names.ts';

const tools = builtInTools({ processes: createProcessSession(), tasks: createTaskRegistry(), env: {} });

/** Tools that come with a capability of the session: agents, skills, plans, MCP servers, tools found by search, task lists, teams, schedules, worktrees, the web, webhooks, scripts, language servers. */
const OTHERS =
  'Advisor Agent CronCreate CronDelete CronList EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree LSP ListAgents ListMcpResourcesTool ReadMcpResourceDirTool ReadMcpResourceTool REPL RemoteTrigger ScheduleWakeup SendMessage Skill TaskCreate TaskGet TaskList TaskUpdate TeamCreate TeamDelete ToolSearch UseTool WebFetch WebSearch Workflow'.split(
    ' ',
  );

it('matchers of hooks know each built-in tool, and take none of them for one that is absent', () => {
  expect(OWN_TOOLS.toSorted()).toEqual([...tools.map(({ name }) => name), ...OTHERS].toSorted());
  expect(OWN_TOOLS.filter((name) => ABSENT_TOOLS.has(name))).toEqual([]);
});

it.each(tools.map((tool) => [tool.name, tool] as const))(
  'rules know by which field %s names a file or a command',
  (name, tool) => {
    const { properties } = toJsonSchema(tool.inputSchema);
    const fields = isJsonObject(properties) ? Object.keys(properties) : [];
    const named = ['command', 'file_path', 'notebook_path', 'path'].find((field) => fields.includes(field));
    expect(ruleKindOf(name)?.primary).toBe(named);
  },
);

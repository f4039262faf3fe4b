import {
  assemblePool,
  combine,
  createMemoryFiles,
  createPermissionContext,
  defineTool,
  queryFor,
  withoutAsking,
  type AnyTool,
  type PermissionContext,
  type PermissionDecision,
  type PermissionMode,
  type PermissionQuery,
  type PermissionRule,
  loadTools,
} from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import { builtInTools } from '@sluice/tools';
import { noGlobFiles } from '../no-glob-files.ts';
import { CWD, HOME, policyOf } from '../judge.ts';
import type { AnyCall } from './calls.ts';

/** How many generated inputs each property tries. */
export const RUNS = Number(process.env['SLUICE_RUNS'] ?? 200);

/** So many times as many where few are tried, 1,000 at most, or what was asked for. */
export function moreRuns(times: number): number {
  return Math.max(RUNS, Math.min(RUNS * times, 1_000));
}

export const MODES: readonly PermissionMode[] = [
  'default',
  'acceptEdits',
  'plan',
  'auto',
  'dontAsk',
  'bypassPermissions',
];

const RANK = { allow: 0, ask: 1, deny: 2 } as const;

/** Tools of servers and of later capabilities: one that only reads, others that say nothing of themselves. */
const foreign: readonly AnyTool[] = [
  ...['mcp__gh__get_x', 'mcp__gh__put_x', 'mcp__memory__x'].map((name) =>
    defineTool({
      name,
      description: '',
      inputSchema: { type: 'object' },
      isReadOnly: name.includes('get'),
      call: async () => ({ data: '' }),
    }),
  ),
  defineTool({
    name: 'AskPerson',
    description: '',
    inputSchema: { type: 'object' },
    isReadOnly: true,
    requiresUserInteraction: true,
    call: async () => ({ data: '' }),
  }),
];

export const pool = assemblePool({
  builtIn: builtInTools({ processes: createProcessSession(), globFiles: noGlobFiles }),
  foreign,
});
await loadTools(pool.tools);

/** A workspace with links that lead out of it, into it and to what is protected. */
export const files = createMemoryFiles({
  contents: new Map([
    [`${CWD}/src/a.ts`, ''],
    [`${CWD}/.env`, ''],
    [`${CWD}/.git/config`, ''],
    ['/etc/passwd', ''],
    ['/out/b', ''],
    [`${HOME}/.ssh/id`, ''],
  ]),
  links: new Map([
    [`${CWD}/link`, '/etc'],
    [`${CWD}/inside`, 'src'],
    [`${CWD}/secret`, '.env'],
    ['/out/back', `${CWD}/src`],
  ]),
});

export const policy = policyOf(files);

export function contextOf(
  mode: PermissionMode,
  rules: readonly PermissionRule[],
  asksForPlanEdits = false,
): PermissionContext {
  const place = { workingDirectories: [CWD], root: CWD, home: HOME };
  return createPermissionContext({ mode, rules, ...place, isBypassAvailable: true, asksForPlanEdits }, 1);
}

export function toolOf(name: string): AnyTool {
  const tool = pool.find(name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  return tool;
}

export function queryOf({ tool, input }: AnyCall): PermissionQuery {
  return queryFor(toolOf(tool), input, input, CWD);
}

export type HookVerdict = Parameters<typeof combine>[2];
export type ToolVerdict = Parameters<typeof combine>[1];

/** What happens to a call that no classifier and no person is asked about. */
export function decide(
  call: AnyCall,
  mode: PermissionMode,
  rules: readonly PermissionRule[],
  tool?: ToolVerdict,
  hook?: HookVerdict,
): PermissionDecision {
  const decision = policy.decide(queryOf(call), contextOf(mode, rules));
  return withoutAsking(combine(decision, tool, hook), mode);
}

export function rankOf({ behavior }: PermissionDecision): number {
  return RANK[behavior];
}

import { describe, expect, it } from 'vitest';
import type { PermissionDecision, ToolPermission } from '../../src/index.ts';
import { combine } from '../../src/policy/combine.ts';
import type { HookVerdict } from '../../src/hook/pre-tool-use.ts';

const policies = {
  allow: { behavior: 'allow', by: 'rule', reason: 'p' },
  'ask by default': { behavior: 'ask', by: 'default', reason: 'p', remedy: '' },
  'ask by rule': { behavior: 'ask', by: 'rule', reason: 'p', remedy: '' },
  'ask by safety': { behavior: 'ask', by: 'safety', reason: 'p', remedy: '' },
  deny: { behavior: 'deny', by: 'rule', reason: 'p' },
} as const satisfies Record<string, PermissionDecision>;
const tools: Record<string, ToolPermission | undefined> = {
  nothing: undefined,
  passthrough: { behavior: 'passthrough' },
  allow: { behavior: 'allow' },
  ask: { behavior: 'ask', message: 't' },
  deny: { behavior: 'deny', message: 't' },
};

function hook(decision: HookVerdict['decision']): HookVerdict | undefined {
  if (decision === undefined) return undefined;
  return {
    decision,
    hook: 'h',
    reason: '',
    updatedInput: undefined,
    updatedBy: undefined,
    additionalContext: [],
    stop: undefined,
    failures: [],
    notices: [],
  };
}

/** policy | tool | hook | what comes of it, and who decided. A hook's deny and defer settle the call before this. */
const ROWS = `
allow          | nothing     | -     | allow by rule
allow          | passthrough | -     | allow by rule
allow          | ask         | -     | ask by tool
allow          | deny        | -     | deny by tool
allow          | nothing     | allow | allow by rule
allow          | ask         | allow | ask by tool
allow          | deny        | allow | deny by tool
allow          | nothing     | ask   | ask by hook
allow          | ask         | ask   | ask by hook
allow          | deny        | ask   | deny by tool
ask by default | nothing     | -     | ask by default
ask by default | allow       | -     | allow by tool
ask by default | allow       | ask   | ask by hook
ask by rule    | allow       | -     | ask by rule
ask by safety  | allow       | allow | ask by safety
deny           | allow       | allow | deny by rule
ask by default | ask         | -     | ask by tool
ask by default | deny        | -     | deny by tool
ask by default | nothing     | allow | allow by hook
ask by default | passthrough | allow | allow by hook
ask by default | ask         | allow | ask by tool
ask by default | deny        | allow | deny by tool
ask by default | nothing     | ask   | ask by hook
ask by rule    | nothing     | -     | ask by rule
ask by rule    | nothing     | allow | ask by rule
ask by rule    | ask         | allow | ask by rule
ask by rule    | deny        | allow | deny by tool
ask by rule    | nothing     | ask   | ask by rule
ask by safety  | nothing     | allow | ask by safety
ask by safety  | passthrough | allow | ask by safety
ask by safety  | deny        | -     | deny by tool
deny           | nothing     | -     | deny by rule
deny           | passthrough | allow | deny by rule
deny           | ask         | ask   | deny by rule
deny           | deny        | allow | deny by rule
`;
const table = ROWS.trim()
  .split('\n')
  .map((row) => row.split('|').map((cell) => cell.trim()));

describe('who has the last word', () => {
  it.each(table)('%s, the tool says %s, a hook says %s: %s', (policy, tool, verdict, expected) => {
    const given = Object.entries(policies).find(([name]) => name === policy)?.[1];
    if (given === undefined || tool === undefined) throw new Error(`No row: ${policy}`);
    const said = verdict === 'allow' || verdict === 'ask' ? verdict : undefined;
    const decision = combine(given, tools[tool], hook(said));
    expect(`${decision.behavior} by ${decision.by}`).toBe(expected);
  });

  it.each<[string, keyof typeof tools, 'allow' | 'ask', boolean, boolean, string]>([
    ['ask by tool', 'nothing', 'allow', true, true, 'allow by hook'],
    ['ask by tool', 'nothing', 'allow', false, true, 'ask by tool'],
    ['ask by tool', 'nothing', 'allow', true, false, 'ask by tool'],
    ['ask by tool', 'nothing', 'ask', true, true, 'ask by tool'],
    ['ask by tool', 'deny', 'allow', true, true, 'deny by tool'],
    ['ask by rule', 'nothing', 'allow', true, true, 'ask by rule'],
    ['ask by safety', 'nothing', 'allow', true, true, 'ask by safety'],
    ['deny', 'nothing', 'allow', true, true, 'deny by rule'],
  ])('%s, the tool says %s, a hook %s, with an answer %o, to a question %o: %s', (...row) => {
    const [policy, tool, verdict, hasAnswer, isInquiry, expected] = row;
    const byTool = {
      behavior: 'ask',
      by: 'tool',
      reason: 'it asks',
      grounds: { kind: 'stated', text: 'it asks' },
    };
    const given = Object.entries({ ...policies, 'ask by tool': byTool as PermissionDecision }).find(
      ([name]) => name === policy,
    )?.[1];
    const said = hook(verdict);
    if (given === undefined || said === undefined) throw new Error(`No row: ${policy}`);
    const decision = combine(
      given,
      tools[tool],
      { ...said, updatedInput: hasAnswer ? { answers: {} } : undefined },
      isInquiry,
    );
    expect(`${decision.behavior} by ${decision.by}`).toBe(expected);
  });

  it('has the reason of a tool that might have allowed it, where nothing else decides', () => {
    const tool = { behavior: 'passthrough', message: 'it reads elsewhere' } as const;
    for (const [name, policy] of Object.entries(policies)) {
      const { behavior, reason } = combine(policy, tool, undefined);
      const isOpen = policy.behavior === 'ask' && policy.by === 'default';
      expect([name, behavior, reason]).toEqual([
        name,
        policy.behavior,
        isOpen ? 'it reads elsewhere' : policy.reason,
      ]);
    }
  });

  it('is never looser than the strictest, whatever is said', () => {
    const rank = { allow: 0, ask: 1, deny: 2 };
    for (const policy of Object.values(policies)) {
      for (const tool of Object.values(tools)) {
        for (const verdict of [undefined, 'allow', 'ask'] as const) {
          const decision = combine(policy, tool, hook(verdict));
          const isDefault = policy.behavior === 'ask' && policy.by === 'default';
          const fromPolicy =
            isDefault && (verdict === 'allow' || tool?.behavior === 'allow') ? 0 : rank[policy.behavior];
          const fromTool = tool?.behavior === 'ask' || tool?.behavior === 'deny' ? rank[tool.behavior] : 0;
          const fromHook = verdict === 'ask' ? 1 : 0;
          expect(rank[decision.behavior]).toBe(Math.max(fromPolicy, fromTool, fromHook));
        }
      }
    }
  });
});

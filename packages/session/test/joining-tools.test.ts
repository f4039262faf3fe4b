import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool } from '@sluice/core';
import { expect, it, onTestFinished } from 'vitest';
import { openSessionParts } from '../src/parts/open-session-parts.ts';
import { ruleNotices } from '../src/permission/open-permission.ts';
import { hookRuleMatcher } from '../src/hooks/hook-rule-matcher.ts';
import { openRuntime } from '../src/runtime/open-runtime.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

const late = defineTool({
  name: 'Late',
  description: 'Joins late.',
  inputSchema: { type: 'object' },
  actions: () => ({ actions: [{ type: 'file', access: 'write', path: 'a.txt', isTree: false }] }),
  call: async () => ({ data: 'late' }),
});

it('rules and hooks know a tool that joins a session, and its calls are decided by them', async () => {
  const opened = await openSessionParts({ cwd: scratch(), settings: { sources: [], deny: ['Late'] } });
  if (!opened.ok) throw new Error(opened.error.message);
  const { parts } = opened;
  onTestFinished(async () => void (await parts.dispose()));
  expect(ruleNotices(parts.permission)).toEqual([expect.stringMatching(/no tool is named Late/)]);
  const takes = hookRuleMatcher('Edit(b.txt)', parts.permission, () => parts.pool.tools);
  const question = { toolName: 'Late', input: {}, cwd: parts.cwd };
  // A hook about a tool that no one knows runs once too often rather than not at all.
  expect(takes(question)).toBe(true);

  const runtime = openRuntime(parts, {});
  parts.pool.update('mcp:late', [late]);
  expect(ruleNotices(parts.permission)).toEqual([]);
  expect(takes(question)).toBe(false);
  const outcomes: string[] = [];
  for await (const event of runtime.run([{ id: 'c', name: 'Late', input: {} }])) {
    if (event.type === 'tool-result') outcomes.push(event.outcome.code);
  }
  expect(outcomes).toEqual(['denied']);
});

it('no rule is said to name no tool because a skill was read before the tools were there', async () => {
  const cwd = scratch();
  mkdirSync(join(cwd, '.claude/commands'), { recursive: true });
  writeFileSync(join(cwd, '.claude/commands/hello.md'), 'Say hello.\n');
  const opened = await openSessionParts({
    ...{ cwd, agents: {}, skills: {} },
    settings: { sources: ['project'], deny: ['EnterWorktree', 'Nonsense'] },
  });
  if (!opened.ok) throw new Error(opened.error.message);
  const { parts } = opened;
  onTestFinished(async () => void (await parts.dispose()));
  expect(ruleNotices(parts.permission)).toEqual([expect.stringMatching(/no tool is named Nonsense/)]);
});

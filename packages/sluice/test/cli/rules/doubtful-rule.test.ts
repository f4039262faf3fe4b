import { describe, expect, it } from 'vitest';
import type { RuleBehavior } from '@sluice/core';
import { doubtfulRule } from '../../../src/cli/rules/check/doubtful-rule.ts';

const ROWS: readonly (readonly [RuleBehavior, string, string | undefined])[] = [
  ['allow', 'Bash(a | b)', 'never-matches'],
  ['allow', 'Bash(a && b *)', 'never-matches'],
  ['allow', 'Bash(a; b)', 'never-matches'],
  ['allow', 'Bash(a || b)', 'never-matches'],
  ['allow', 'Bash(grep *a|b*)', 'near-miss'],
  ['deny', 'Bash(curl * | sh)', 'near-miss'],
  ['deny', 'Bash(a && b)', 'matches-quoted-only'],
  ['ask', 'Bash(a|b)', 'matches-quoted-only'],
  ['allow', 'Bash(grep "a|b" x)', undefined],
  ['allow', "Bash(awk '{ a; b }' x)", undefined],
  ['allow', String.raw`Bash(find . -exec x \;)`, undefined],
  ['allow', 'Bash(echo $(a | b))', undefined],
  ['allow', 'Bash([[ -f a && -f b ]])', undefined],
  ['allow', 'Bash(npm test *)', undefined],
  ['allow', 'Read(a|b)', undefined],
  ['allow', 'Bash(sudo *)', 'never-matches'],
  ['allow', 'Bash(env:*)', 'never-matches'],
  ['allow', 'Bash(find * -delete)', 'never-matches'],
  ['allow', 'Bash(find . -exec * \\;)', 'never-matches'],
  ['deny', 'Bash(sudo *)', undefined],
  ['allow', 'Bash(sudo apt update)', undefined],
  ['allow', 'Bash(find *)', undefined],
  ['allow', 'Bash(timeout *)', undefined],
  ['allow', 'Bash(npm *)', undefined],
  ['allow', 'Bash(git log:*)', undefined],
  ['allow', 'Bash(*)', undefined],
  ['allow', 'Bash(* --version)', undefined],
  ['deny', 'Bash(echo * > x)', 'never-matches'],
  ['allow', 'Bash(a * 2>> x)', 'never-matches'],
  ['allow', 'Bash(a &)', 'never-matches'],
  ['deny', 'Bash(a *&)', 'never-matches'],
  ['deny', 'Bash(grep ">" *)', undefined],
  ['allow', 'Bash(a 2>&1)', undefined],
  ['allow', 'WebSearch(x)', 'never-matches'],
  ['deny', 'TaskStop(x)', 'never-matches'],
  ['deny', 'TaskStop(task_id:x)', undefined],
  ['allow', 'Agent(model:opus)', 'never-matches'],
  ['deny', 'Agent(model:opus)', undefined],
  ['allow', 'Agent(plugin:reviewer)', undefined],
  ['allow', 'Other(x)', undefined],
  ['allow', 'mcp__', 'never-matches'],
  ['deny', 'mcp__', 'never-matches'],
  ['allow', 'mcp__github', undefined],
  ['allow', 'Bash(', undefined],
];

describe('a rule that can mean nothing', () => {
  it.each(ROWS)('%s %s: %s', (behavior, text, code) => {
    const rule = { behavior, text, source: 'project', root: '/p' } as const;
    expect(doubtfulRule(rule, new Set(['WebSearch', 'TaskStop', 'Agent']))?.code).toBe(code);
  });
});

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
  ['allow', 'mcp__', 'never-matches'],
  ['deny', 'mcp__', 'never-matches'],
  ['allow', 'mcp__github', undefined],
  ['allow', 'Bash(', undefined],
];

describe('a rule that can mean nothing', () => {
  it.each(ROWS)('%s %s: %s', (behavior, text, code) => {
    const rule = { behavior, text, source: 'project', root: '/p' } as const;
    expect(doubtfulRule(rule)?.code).toBe(code);
  });
});

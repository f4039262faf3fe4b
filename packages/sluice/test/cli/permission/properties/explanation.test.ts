import type { PermissionRule } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainCall } from '../../../../src/cli/explain/explain-call.ts';
import { CWD } from '../judge.ts';
import { call, type AnyCall } from './calls.ts';
import { ruleOfBehavior, rules } from './rules.ts';
import { contextOf, decide, MODES, moreRuns, policy, toolOf } from './subject.ts';

const mode = fc.constantFrom(...MODES);
const place = fc.record({
  file: fc.constantFrom('/a/settings.json', '/b/local.json'),
  line: fc.nat({ max: 99 }),
});
const options = { numRuns: moreRuns(3) };

function explain({ tool, input }: AnyCall, in_: (typeof MODES)[number], some: readonly PermissionRule[]) {
  const found = toolOf(tool);
  return explainCall({ tool: found, input, json: input, cwd: CWD }, policy, contextOf(in_, some));
}

describe('an explanation', () => {
  it('tells the decision that the engine would act on', () => {
    fc.assert(
      fc.property(call, mode, rules, (one, in_, some) => {
        const decision = decide(one, in_, some);
        const explanation = explain(one, in_, some);
        expect(explanation.decision).toBe(decision.behavior);
        expect(explanation.by).toBe(decision.by);
        expect(explanation.reasons[0]).toBe(decision.reason);
        expect(explanation.rule?.text).toBe(decision.rule?.text);
        expect(explanation.rule?.behavior).toBe(decision.rule?.behavior);
        expect(explanation.rule?.source).toBe(decision.rule?.source);
        expect(explanation.remedy).toBe(decision.behavior === 'ask' ? decision.remedy : undefined);
      }),
      options,
    );
  });

  it('tells where the rule stands that decided, wherever that is', () => {
    fc.assert(
      fc.property(call, mode, rules, ruleOfBehavior('deny'), place, (one, in_, some, extra, at) => {
        const before = [...some, extra];
        const decided = decide(one, in_, before).rule;
        if (decided === undefined) return;
        const moved = before.map((rule) => (isSame(rule, decided) ? { ...rule, ...at } : rule));
        expect(explain(one, in_, moved).rule).toEqual({
          text: decided.text,
          behavior: decided.behavior,
          source: decided.source,
          ...at,
        });
      }),
      options,
    );
  });

  it('never says that a part is less allowed than the whole', () => {
    fc.assert(
      fc.property(call, mode, rules, (one, in_, some) => {
        const { decision, commands, files } = explain(one, in_, some);
        if (decision !== 'allow') return;
        const parts = [...commands, ...commands.flatMap(({ redirections }) => redirections), ...files];
        expect(parts.filter((part) => part.decision !== 'allow')).toEqual([]);
      }),
      options,
    );
  });
});

function isSame(a: PermissionRule, b: PermissionRule): boolean {
  return a.text === b.text && a.behavior === b.behavior && a.source === b.source;
}

import { parseRule, suggestionsFor, type PermissionRule } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bash, call, command, CORPUS } from './calls.ts';
import { ruleOf, rules } from './rules.ts';
import { contextOf, decide, MODES, moreRuns, policy, queryOf, toolOf } from './subject.ts';

const asAllowed = (texts: readonly string[]): PermissionRule[] =>
  texts.map((text) => ruleOf('allow', text, 'session'));

describe('suggested rules', () => {
  it('allow the call that they were suggested for, in every mode in which they are', () => {
    fc.assert(
      fc.property(call, fc.constantFrom(...MODES), rules, (one, mode, some) => {
        const query = queryOf(one);
        const { rules: texts } = suggestionsFor(toolOf(one.tool), query, policy, contextOf(mode, some));
        if (texts.length === 0) return;
        expect(decide(one, mode, [...some, ...asAllowed(texts)]).behavior).toBe('allow');
      }),
      { numRuns: moreRuns(3) },
    );
  });

  it('can be read, give no warning, and cover each a part of the command', () => {
    fc.assert(
      fc.property(command, (text) => {
        const one = bash(text);
        const query = queryOf(one);
        const texts = suggestionsFor(toolOf('Bash'), query, policy, contextOf('default', [])).rules;
        for (const suggested of texts) expect(parseRule(suggested).ok, suggested).toBe(true);
        const allowed = asAllowed(texts);
        expect(policy.rulesOf(contextOf('default', allowed)).problems).toEqual([]);
        // A rule for a directory that is entered is not named in a verdict: the command is one that only reads.
        for (const extra of allowed.filter((rule) => rule.text.startsWith('Bash('))) {
          const used = policy
            .decide(queryOf(one), contextOf('default', [extra]))
            .parts?.some(({ cause }) => cause.kind === 'rule' && cause.rule.text === extra.text);
          expect(used, extra.text).toBe(true);
        }
      }),
      { numRuns: moreRuns(3) },
    );
  });

  it('are there for many commands that ask', () => {
    const asked = CORPUS.map(bash).filter((one) => decide(one, 'default', []).behavior === 'ask');
    const offered = asked.filter((one) => {
      const query = queryOf(one);
      return suggestionsFor(toolOf('Bash'), query, policy, contextOf('default', [])).rules.length > 0;
    });
    expect(offered.length).toBeGreaterThan(asked.length / 10);
  });
});

import { combine, type PermissionMode } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call } from './calls.ts';
import { rule, ruleOfBehavior, rules } from './rules.ts';
import { hookVerdicts, toolVerdicts } from './verdicts.ts';
import { contextOf, decide, MODES, moreRuns, policy, queryOf, rankOf } from './subject.ts';

const mode = fc.constantFrom(...MODES);
const hook = fc.constantFrom(...hookVerdicts);
const tool = fc.constantFrom(...toolVerdicts);
const options = { numRuns: moreRuns(3) };

/** Each asks no less than the one after it. `auto` stands beside them: it suspends broad allow rules. */
const STRICT_TO_LOOSE: readonly PermissionMode[] = ['plan', 'default', 'acceptEdits', 'bypassPermissions'];

describe('permission as a lattice', () => {
  it('a deny or ask rule more never loosens', () => {
    const added = fc.oneof(ruleOfBehavior('deny'), ruleOfBehavior('ask'));
    fc.assert(
      fc.property(
        call,
        mode,
        rules,
        added,
        fc.nat(),
        tool,
        hook,
        (one, in_, some, extra, at, own, before) => {
          const place = at % (some.length + 1);
          const more = some.toSpliced(place, 0, extra);
          const loose = decide(one, in_, some, own, before);
          expect(rankOf(decide(one, in_, more, own, before))).toBeGreaterThanOrEqual(rankOf(loose));
        },
      ),
      options,
    );
  });

  it('in plan mode, a rule that would ask about an edit leaves it denied', () => {
    const edit = { tool: 'Write', input: { file_path: 'src/a.ts', content: 'b' } } as const;
    const ask = { behavior: 'ask', text: 'Edit(src/**)', source: 'managed', root: '/p' } as const;
    for (const some of [[], [ask]])
      expect(decide(edit, 'plan', some, undefined, undefined).behavior).toBe('deny');
  });

  it('an allow rule less never loosens', () => {
    fc.assert(
      fc.property(
        call,
        mode,
        rules,
        ruleOfBehavior('allow'),
        tool,
        hook,
        (one, in_, some, extra, own, before) => {
          const loose = decide(one, in_, [...some, extra], own, before);
          expect(rankOf(decide(one, in_, some, own, before))).toBeGreaterThanOrEqual(rankOf(loose));
        },
      ),
      options,
    );
  });

  it('a stricter verdict of a hook or of the tool never loosens', () => {
    const step = fc.nat({ max: 2 });
    fc.assert(
      fc.property(call, mode, rules, step, step, (one, in_, some, from, own) => {
        const at = (place: number) => hookVerdicts[place];
        const loose = decide(one, in_, some, toolVerdicts[own], at(from));
        const byHook = decide(one, in_, some, toolVerdicts[own], at(Math.min(from + 1, 2)));
        const byTool = decide(one, in_, some, toolVerdicts[own + 1], at(from));
        expect(rankOf(byHook)).toBeGreaterThanOrEqual(rankOf(loose));
        expect(rankOf(byTool)).toBeGreaterThanOrEqual(rankOf(loose));
      }),
      options,
    );
  });

  it('a deny of the rules is a deny in every mode, whatever the tool and hooks say', () => {
    fc.assert(
      fc.property(call, rules, ruleOfBehavior('deny'), tool, hook, (one, some, extra, own, before) => {
        const query = queryOf(one);
        const decisions = MODES.map((in_) => policy.decide(query, contextOf(in_, [...some, extra], true)));
        const isDenied = decisions.some(({ behavior }) => behavior === 'deny');
        for (const decision of decisions) {
          expect(decision.behavior === 'deny').toBe(isDenied);
          if (isDenied) expect(combine(decision, own, before).behavior).toBe('deny');
        }
      }),
      options,
    );
  });

  it('a more permissive mode never demands more', () => {
    fc.assert(
      fc.property(call, rules, tool, hook, (one, some, own, before) => {
        const ranks = STRICT_TO_LOOSE.map((in_) => rankOf(decide(one, in_, some, own, before)));
        expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
      }),
      options,
    );
  });

  it('dontAsk never asks, and denies exactly what default would not allow', () => {
    fc.assert(
      fc.property(call, rules, tool, hook, (one, some, own, before) => {
        const isAllowed = decide(one, 'default', some, own, before).behavior === 'allow';
        expect(decide(one, 'dontAsk', some, own, before).behavior).toBe(isAllowed ? 'allow' : 'deny');
      }),
      options,
    );
  });

  it('the order of rules and their sources never changes what is decided', () => {
    fc.assert(
      fc.property(call, mode, rules, fc.array(rule, { maxLength: 3 }), (one, in_, some, others) => {
        const forwards = decide(one, in_, [...some, ...others]);
        expect(rankOf(decide(one, in_, [...others, ...some].toReversed()))).toBe(rankOf(forwards));
      }),
      options,
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call } from './calls.ts';
import { rankInEngine, type Helpers } from './in-engine.ts';
import { ruleOfBehavior, rules } from './rules.ts';
import { decide, rankOf, RUNS } from './subject.ts';

const CLASSIFIERS: readonly Helpers['classifier'][] = ['allow', undefined, 'ask', 'deny'];
const HOOKS: readonly Helpers['hook'][] = ['allow', undefined, 'ask', 'deny'];
const classifier = fc.constantFrom(...CLASSIFIERS);
const hook = fc.constantFrom(...HOOKS);
const options = { numRuns: RUNS };

describe('in the engine, in the mode auto', () => {
  it('a stricter classifier never loosens, and none at all is one that asks', async () => {
    await fc.assert(
      fc.asyncProperty(call, rules, hook, async (one, some, before) => {
        const ranks = [];
        for (const says of CLASSIFIERS)
          ranks.push(await rankInEngine(one, some, { classifier: says, hook: before }));
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        expect(ranks[1]).toBe(ranks[2]);
      }),
      options,
    );
  });

  it('a stricter hook never loosens', async () => {
    await fc.assert(
      fc.asyncProperty(call, rules, classifier, async (one, some, says) => {
        const ranks = [];
        for (const before of HOOKS)
          ranks.push(await rankInEngine(one, some, { classifier: says, hook: before }));
        // A hook that asks puts the call before a person, where a classifier would have refused it.
        if (says === 'deny' && ranks[1] === 2) ranks.splice(2, 1);
        if (says === 'deny' && ranks[0] === 0) ranks.shift();
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      }),
      options,
    );
  });

  it('a deny or ask rule more never loosens', async () => {
    const added = fc.oneof(ruleOfBehavior('deny'), ruleOfBehavior('ask'));
    await fc.assert(
      fc.asyncProperty(call, rules, added, classifier, hook, async (one, some, extra, says, before) => {
        const helpers = { classifier: says, hook: before };
        const loose = await rankInEngine(one, some, helpers);
        expect(await rankInEngine(one, [...some, extra], helpers)).toBeGreaterThanOrEqual(loose);
      }),
      options,
    );
  });

  it('what rules deny or allow stays as it is, and what they ask can be refused only', async () => {
    await fc.assert(
      fc.asyncProperty(call, rules, classifier, async (one, some, says) => {
        const decision = decide(one, 'auto', some);
        if (decision.by === 'default') return;
        const rank = await rankInEngine(one, some, { classifier: says, hook: undefined });
        expect(rank).toBe(decision.behavior === 'ask' && says === 'deny' ? 2 : rankOf(decision));
      }),
      options,
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bash } from './calls.ts';
import { createRandom, mutate } from './mutate.ts';
import { ruleOf, RULE_TEXTS } from './rules.ts';
import { contextOf, MODES, policy, queryOf, RUNS } from './subject.ts';

/** With the 1,000 runs of CI: 50,000 commands. */
const A_RUN = 50;
/** Every rule of these tests, in one list each way. */
const contexts = MODES.map((mode) =>
  contextOf(
    mode,
    RULE_TEXTS.filter((text) => text !== '*' && text !== 'B*' && text !== 'Bash').map((text, index) =>
      ruleOf(index % 3 === 0 ? 'deny' : index % 3 === 1 ? 'ask' : 'allow', text, 'project'),
    ),
  ),
);

describe('any text at all as a command', () => {
  it('is decided without a throw, and the same way again', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = createRandom(seed);
        for (let done = 0; done < A_RUN; done += 1) {
          const text = mutate(random);
          const context = contexts[random(contexts.length)];
          if (context === undefined) throw new Error('There are no contexts.');
          const decision = policy.decide(queryOf(bash(text)), context);
          if (done % 25 !== 0) continue;
          const again = policy.decide(queryOf(bash(text)), context);
          expect(again, text).toEqual(decision);
        }
      }),
      { numRuns: RUNS },
    );
    // A slow machine takes more than a minute.
  }, 240_000);
});

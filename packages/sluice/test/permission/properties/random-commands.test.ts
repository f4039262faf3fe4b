import { analyseCommand, type AnalysisContext } from '@sluice/shell';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CWD, HOME } from '../judge.ts';
import { bash, CORPUS } from './calls.ts';
import { createDice, mutate } from './mutate.ts';
import { ruleOf, RULE_TEXTS } from './rules.ts';
import { contextOf, MODES, policy, queryOf, RUNS } from './subject.ts';

/** With 200 runs: 100,000 commands. */
const A_RUN = 100;
const OF_LINE: AnalysisContext = {
  cwd: CWD,
  home: HOME,
  repository: (workTree) => ({
    status: 'found',
    workTree,
    places: [],
    strays: () => [],
    settings: [],
    pins: {},
  }),
};

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
        const dice = createDice(seed);
        for (let done = 0; done < A_RUN; done += 1) {
          const text = mutate(dice);
          const context = contexts[dice(contexts.length)];
          if (context === undefined) throw new Error('There are no contexts.');
          const decision = policy.decide(queryOf(bash(text)), context);
          if (done % 50 !== 0) continue;
          const again = policy.decide(queryOf(bash(text)), context);
          expect(again, text).toEqual(decision);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('takes time in proportion to its length', () => {
    const dice = createDice(20_261_121);
    const units = Array.from({ length: Math.min(RUNS, 300) }, () => mutate(dice)).concat(CORPUS.slice(-40));
    for (const unit of units) {
      if (unit === '' || unit.length > 200) continue;
      const slow = [' ', '', '; ', '$(', '"', '{'].filter((between) => isSteep(unit + between));
      expect(slow, JSON.stringify(unit)).toEqual([]);
    }
  });
});

/** Eight times the text takes eight times as long: three times that is a busy machine, not yet a square. */
const TIMES = 8;
const MOST = 24;
/** Texts above the limit of 10,000 characters are not looked at. */
const LENGTH = 9900;
/** Below this, in milliseconds, the clock and the machine say more than the text. */
const NOTHING = 3;

function isSteep(unit: string): boolean {
  // An even number of them, so that quotes are closed in both or in neither.
  const count = 2 * Math.floor(LENGTH / TIMES / 2 / unit.length);
  const short = unit.repeat(count);
  const long = unit.repeat(count * TIMES);
  if (short === '') return false;
  // What disturbs the machine passes; a square stays.
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const quick = leastTime(short, 3);
    const whole = leastTime(long, 2);
    if (whole < NOTHING || whole <= quick * MOST) return false;
  }
  return true;
}

function leastTime(text: string, attempts: number): number {
  let least = Infinity;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const startedAt = performance.now();
    analyseCommand(text, OF_LINE);
    least = Math.min(least, performance.now() - startedAt);
  }
  return least;
}

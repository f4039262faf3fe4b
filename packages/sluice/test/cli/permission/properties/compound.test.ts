import { analyzeCommand } from '@sluice/shell';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CWD, HOME } from '../judge.ts';
import { bash, command } from './calls.ts';
import { ruleOfBehavior, rules } from './rules.ts';
import { decide, MODES, moreRuns, rankOf } from './subject.ts';

/**
 * What stands alone and changes nothing for what comes after it: no directory is entered, no variable set, no function
 * made, nothing runs that is not known (it may enter a directory), and nothing put after it would become part of it.
 */
const standing = command.filter(
  (text) => /^[\w./[-]+(?: |$)/.test(text) && !CHANGES.test(text) && isUnderstood(text),
);
const CHANGES =
  /[#\n=]|<<|[;&|\\]\s*$|\(\s*\)|(?:^|[^\w.-])(?:cd|pushd|popd|coproc|time|read|printf|alias|eval|source|\.|set|shopt|enable|builtin|command|exec|trap|function|exit|return|logout)(?:$| )/;
/** A line that can't be parsed asks as a whole, though a rule would deny a part of it. */
function isUnderstood(text: string): boolean {
  return (
    analyzeCommand(text, {
      cwd: CWD,
      home: HOME,
      repository: (workTree) => ({
        status: 'found',
        workTree,
        places: [],
        ownPlaces: [],
        links: () => [],
        strays: () => [],
        settings: [],
        pins: {},
      }),
    }).opaque === undefined
  );
}

const operator = fc.constantFrom(' && ', ' || ', '; ', ' | ', ' |& ', ' & ', '\n', ';', '&&');

describe('commands put together', () => {
  it('are at least as strictly decided as the strictest of them', () => {
    fc.assert(
      fc.property(
        fc.array(standing, { minLength: 2, maxLength: 4 }),
        operator,
        fc.constantFrom(...MODES),
        rules,
        ruleOfBehavior('deny'),
        (commands, between, mode, some, extra) => {
          // Behind a pipe it is known what they get.
          fc.pre(!/^ \|&? $/u.test(between) || !commands.some((one) => /\b(?:xargs|parallel)\b/u.test(one)));
          const all = [...some, extra];
          const ranks = commands.map((one) => rankOf(decide(bash(one), mode, all)));
          const whole = commands.join(between);
          expect(rankOf(decide(bash(whole), mode, all)), whole).toBeGreaterThanOrEqual(Math.max(...ranks));
        },
      ),
      { numRuns: moreRuns(3) },
    );
  });
});

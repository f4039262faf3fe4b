import type { PermissionMode, PermissionRule } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bash, command, CORPUS } from './calls.ts';
import { ruleOfBehavior, rules } from './rules.ts';
import { decide, MODES, moreRuns, rankOf, RUNS } from './subject.ts';
import { WRAPPINGS, type Wrapping } from './wrappings.ts';

const mode = fc.constantFrom(...MODES);
/** The wrappings are one property: in CI, they run it many thousand times together. */
const OF_EACH = Math.max(Math.min(RUNS, 100), Math.ceil(RUNS / 4));

/** How strictly the bare command is decided, as far as the wrapped one must be. @param by the innermost first */
function leastRank(
  text: string,
  in_: PermissionMode,
  some: readonly PermissionRule[],
  by: readonly Wrapping[],
) {
  const rank = rankOf(decide(bash(text), in_, some));
  let wrapped = text;
  let isLost = false;
  for (const { wrap, losesDirectory } of by) {
    isLost ||= losesDirectory?.(wrapped) === true;
    wrapped = wrap(wrapped);
  }
  // Where the directory is not known, a rule that holds in one place only is asked about instead of denied.
  return isLost ? Math.min(rank, 1) : rank;
}

describe('a command written or wrapped otherwise is never more permitted', () => {
  for (const wrapping of WRAPPINGS) {
    const { name, wrap, applies } = wrapping;
    it(name, () => {
      fc.assert(
        fc.property(command.filter(applies), mode, rules, (text, in_, some) => {
          const least = leastRank(text, in_, some, [wrapping]);
          expect(rankOf(decide(bash(wrap(text)), in_, some)), wrap(text)).toBeGreaterThanOrEqual(least);
        }),
        { numRuns: OF_EACH },
      );
    });
  }

  it('not by any two of them', () => {
    const two = fc.tuple(fc.constantFrom(...WRAPPINGS), fc.constantFrom(...WRAPPINGS));
    fc.assert(
      fc.property(
        command,
        two,
        mode,
        rules,
        ruleOfBehavior('deny'),
        (text, [inner, outer], in_, some, extra) => {
          if (!inner.applies(text) || !outer.applies(inner.wrap(text))) return;
          const wrapped = outer.wrap(inner.wrap(text));
          const all = [...some, extra];
          const least = leastRank(text, in_, all, [inner, outer]);
          expect(rankOf(decide(bash(wrapped), in_, all)), wrapped).toBeGreaterThanOrEqual(least);
        },
      ),
      { numRuns: moreRuns(5) },
    );
  });

  it('and the table reaches every command of the corpora', () => {
    for (const { name, applies } of WRAPPINGS) {
      expect(CORPUS.filter(applies).length, name).toBeGreaterThan(CORPUS.length / 10);
    }
  });
});

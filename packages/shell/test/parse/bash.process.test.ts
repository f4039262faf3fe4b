import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCommand } from '../../src/parse/parse-command.ts';
import { acceptedByBash, argumentsFromBash } from './bash.ts';
import { literalsOf } from './commands-of.ts';
import { commands, RUNS, SEED, words } from './nasty.ts';

/** Inputs for one process of bash. */
const BATCH = 200;
const batches = Math.max(5, Math.ceil(RUNS / 40));

test('a word with a literal becomes exactly that one argument', () => {
  fc.assert(
    fc.property(fc.array(words, { minLength: BATCH, maxLength: BATCH }), (sources) => {
      const known = sources.flatMap((source) => {
        const parsed = parseCommand(`printf '%s\\0' ${source}`);
        const literals =
          parsed.kind === 'script' && parsed.script.items.length === 1 ? literalsOf(parsed)?.slice(2) : [];
        return literals?.length === 1 && literals[0] !== undefined ? [{ source, given: literals }] : [];
      });
      const given = argumentsFromBash(known.map(({ source }) => source));
      expect(known.map(({ source }, index) => ({ source, given: given[index] }))).toEqual(known);
    }),
    { numRuns: batches, seed: SEED, endOnFailure: true, verbose: 0 },
  );
});

test('whatever is accepted, bash accepts', () => {
  fc.assert(
    fc.property(fc.array(commands, { minLength: BATCH, maxLength: BATCH }), (sources) => {
      const accepted = sources.filter((source) => parseCommand(source).kind === 'script');
      const verdicts = acceptedByBash(accepted);
      expect(accepted.filter((_, index) => verdicts[index] === false)).toEqual([]);
    }),
    { numRuns: batches, seed: SEED, endOnFailure: true, verbose: 0 },
  );
});

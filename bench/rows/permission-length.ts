import { analyzeCommand, type AnalysisContext } from '@sluice/shell';
import { createRandom, mutate } from '../../packages/sluice/test/cli/permission/properties/mutate.ts';
import { corpusRepository } from '../corpus/corpus-repository.ts';
import { readCorpus } from '../corpus/read-corpus.ts';
import { failed } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';

const CONTEXT: AnalysisContext = { cwd: '/workspace/app', home: '/home/dev', repository: corpusRepository };
/** Texts above the limit of 10,000 characters are not analyzed. */
const LENGTH = 9900;
const TIMES = 8;
const BETWEEN = [' ', '', '; ', '$(', '"', '{'];

/** What a text that is eight times as long costs: eight times as much, or an analysis has turned quadratic. */
export const lengthRow: Row = {
  name: 'length',
  about: 'analysis of random texts, repeated until they are long: the steepest of them',
  async measure({ isQuick }) {
    const random = createRandom(20_261_121);
    const units = Array.from({ length: isQuick ? 20 : 300 }, () => mutate(random)).concat(
      readCorpus('benign-commands').slice(-40),
    );
    const texts = units.filter((text) => text !== '' && text.length <= 200);
    const candidates = texts
      .flatMap((text) => BETWEEN.map((between) => timesOf(text + between, 1)))
      .filter((times) => times !== undefined);
    if (candidates.length === 0) return [failed('length', 'no text took long enough to be measured')];
    // What looks steep is mostly a moment in which the machine did something else.
    const [steepest] = candidates
      .toSorted(bySteepness)
      .slice(0, 10)
      .map(({ unit }) => timesOf(unit, 8))
      .filter((times) => times !== undefined)
      .toSorted(bySteepness);
    if (steepest === undefined) return [];
    return [
      {
        status: 'measured',
        name: 'analysis of 8 × the text, beside 8 × the time of the text: the steepest of all',
        unit: 'ms',
        ours: [steepest.long],
        baseline: [steepest.short * TIMES],
        target: { kind: 'ratio', atMost: 3, plus: 0 },
      },
    ];
  },
};

interface Times {
  readonly unit: string;
  readonly short: number;
  readonly long: number;
}

const bySteepness = (a: Times, b: Times): number => b.long / b.short - a.long / a.short;

/** Undefined for a text that costs too little to be timed. */
function timesOf(unit: string, effort: number): Times | undefined {
  // An even number of them, so that quotes are closed in both or in neither.
  const count = 2 * Math.floor(LENGTH / TIMES / 2 / unit.length);
  if (count === 0) return undefined;
  const short = leastTime(unit.repeat(count), 5 * effort);
  const long = leastTime(unit.repeat(count * TIMES), 2 * effort);
  return long < 3 ? undefined : { unit, short, long };
}

/** In milliseconds. */
function leastTime(text: string, attempts: number): number {
  let least = Infinity;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const startedAt = performance.now();
    analyzeCommand(text, CONTEXT);
    least = Math.min(least, performance.now() - startedAt);
  }
  return least;
}

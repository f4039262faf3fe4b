import { quickOr } from './quick.ts';

/** `npm test` takes every eighth of a long table, from another place in each; `npm run test:all` takes all of it. */
const STEP = quickOr(8, 1);

/** What a test takes of a long table. @param from where it begins: tests of one table with several take other parts of it */
export function sampleOf<Row>(table: readonly Row[], from = 0): readonly Row[] {
  return table.filter((_, at) => (at + from) % STEP === 0);
}

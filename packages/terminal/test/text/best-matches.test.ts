import { expect, it } from 'vitest';
import { bestMatches } from '../../src/text/best-matches.ts';

const NAMES = ['docs/run.md', 'src/rerun.ts', 'src/run.ts', 'src/ui/node.ts', 'run.sh'];

it.each([
  ['nothing typed: all, as they come', '', NAMES],
  [
    'beginnings, then beginnings of the last part, then the rest',
    'run.',
    ['run.sh', 'src/run.ts', 'docs/run.md', 'src/rerun.ts', 'src/ui/node.ts'],
  ],
  ['letters in order, whatever their case', 'RMD', ['docs/run.md']],
  ['a whole path', 'src/ui/node.ts', ['src/ui/node.ts']],
  ['nothing fits', 'xyz', []],
])('%s', (_, typed, wanted) => {
  expect(bestMatches(NAMES, typed, 10)).toEqual(wanted);
});

it('returns no more than asked for', () => {
  expect(bestMatches(NAMES, '', 2)).toHaveLength(2);
  expect(bestMatches(NAMES, 's', 2)).toHaveLength(2);
});

import { expect, it } from 'vitest';
import { nearestName } from '../../../base/src/nearest-name.ts';

const NAMES = ['cwd', 'permission-mode', 'progress', 'resume'];

it.each([
  ['progres', 'progress'],
  ['permision-mode', 'permission-mode'],
  ['Resume', 'resume'],
  ['cd', 'cwd'],
  ['cdw', 'cwd'],
  ['rseume', 'resume'],
  ['verbose', undefined],
  ['', undefined],
  ['constructor', undefined],
  ['p'.repeat(100_000), undefined],
])('%s is nearest to %s', (wrong, nearest) => {
  expect(nearestName(wrong, NAMES)).toBe(nearest);
});

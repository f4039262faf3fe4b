import { basename, dirname } from 'node:path';
import { createNodeFiles } from '@sluice/host';
import { expect, it } from 'vitest';
import { planFile } from '../../src/plan/plan-file.ts';

const place = {
  root: '/project',
  directory: '/home/ada/.sluice',
  home: '/home/ada',
  files: createNodeFiles(),
};

it.each<[string, unknown, string, boolean]>([
  ['without a setting', undefined, '/home/ada/.sluice/plans', false],
  ['with an empty one', ' ', '/home/ada/.sluice/plans', false],
  ['relative: below the project', 'docs/plans', '/project/docs/plans', false],
  ['absolute', '/srv/plans', '/srv/plans', false],
  ['below the home directory', '~/plans', '/home/ada/plans', false],
  ['relative and outside of the project', '../plans', '/home/ada/.sluice/plans', true],
  ['outside by a way back', 'docs/../../plans', '/home/ada/.sluice/plans', true],
])('the directory of plans, %s', (_, setting, expected, isTold) => {
  const { path, notice } = planFile('session', setting, place);
  expect(dirname(path)).toBe(expected);
  expect(notice !== undefined).toBe(isTold);
  if (isTold) expect(notice).toContain(`is outside the project. Plans go to ${expected}.`);
});

it('a plan has a name of three words, always the same one for a session', () => {
  const nameOf = (id: string): string => basename(planFile(id, undefined, place).path);
  expect(nameOf('one')).toMatch(/^[a-z]+-[a-z]+-[a-z]+\.md$/);
  expect(nameOf('one')).toBe(nameOf('one'));
  expect(new Set(Array.from({ length: 50 }, (_, at) => nameOf(`s${at}`))).size).toBeGreaterThan(45);
});

import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { configurationKeys } from './configuration-keys.ts';
import { keyRow } from './key-row.ts';

const documented = execFileSync('git', ['help', '--config'], { encoding: 'utf8' })
  .split('\n')
  .filter((line) => /^[a-z][A-Za-z0-9]*\.\S+$/.test(line));

it('what each key that the installed git documents can do is known', () => {
  expect(documented.length).toBeGreaterThan(500);
  expect(documented.filter((key) => keyRow(key) === undefined)).toEqual([]);
});

it('no key is in the table twice', () => {
  const patterns = configurationKeys.map(({ pattern }) => pattern.toLowerCase());
  expect(patterns.filter((pattern, index) => patterns.indexOf(pattern) !== index)).toEqual([]);
});

it.each([
  ['filter.a.b.clean', 'executes'],
  ['FILTER.x.Process', 'executes'],
  ['core.fsMonitor', 'executes'],
  ['includeif.gitdir:/x/.path', 'redirects'],
  ['remote.a/b.url', 'redirects'],
  ['color.status.added', 'harmless'],
  ['receive.fsck.skipList', 'redirects'],
  ['branch.a.b.merge', 'harmless'],
  ['core.unheardOf', undefined],
])('%s: %s', (key, effect) => expect(keyRow(key)?.effect).toBe(effect));

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { nearNames } from '../../../src/files/paths/near-names.ts';

function directoryOf(...names: readonly string[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-near-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const name of names) writeFileSync(join(directory, name), '');
  return directory;
}

const rows: [string, readonly string[], readonly string[]][] = [
  ['config.json', ['config.jsn', 'Config.json', 'other.txt'], ['Config.json', 'config.jsn']],
  ['config.json', ['config.toml', 'confix.json'], ['config.toml', 'confix.json']],
  ['a', ['b', 'entirely-different'], ['b']],
  ['abc', ['ab1', 'ab2', 'ab3', 'ab4'], ['ab1', 'ab2', 'ab3']],
];

it.each(rows)('of a missing %s beside %s names %s', async (wanted, there, named) => {
  const near = await nearNames(join(directoryOf(...there), wanted), () => true);
  expect(near.map((path) => basename(path))).toEqual(named);
});

it('passes over what may not be named, which takes no place from others', async () => {
  const directory = directoryOf('ab1', 'ab2', 'ab3', 'ab4');
  const near = await nearNames(join(directory, 'abc'), (path) => !/ab[123]$/.test(path));
  expect(near).toEqual([join(directory, 'ab4')]);
});

it('says nothing of a directory that is not there', async () => {
  expect(await nearNames('/nowhere/at/all', () => true)).toEqual([]);
});

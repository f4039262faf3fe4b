import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  judgeSetting,
  loadSettings,
  problemText,
  setting,
  SETTING_KEYS,
  valueText,
} from '../../src/index.ts';
import type { LoadedSettings } from '../../src/index.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

const OTHER = { sandbox: { enabled: true } };

/** Everything that is known of the settings; whatever a file holds, none of it may throw. */
function readAll(): LoadedSettings {
  const loaded = loadSettings(scratch.options);
  for (const { key } of [...SETTING_KEYS, { key: 'x' }, { key: '__proto__' }]) {
    for (const { given, line } of judgeSetting(loaded, key))
      expect([valueText(given).length > 0, line === 0]).toEqual([true, false]);
    setting(loaded, key);
  }
  return loaded;
}

describe('a file that can’t be used is told by its path, and the others count', () => {
  it.each<[string, RegExp, (path: string) => void]>([
    ['truncated', /not JSON: the file ends too early/, (path) => writeFileSync(path, '{"sandbox": {"ena')],
    [
      'a sparse gigabyte',
      /larger than 2 MiB/,
      (path) => (writeFileSync(path, ''), truncateSync(path, 2 ** 30)),
    ],
    ['a device', /not a regular file/, (path) => symlinkSync('/dev/zero', path)],
    ['a FIFO', /not a regular file/, (path) => void execFileSync('mkfifo', [path])],
    ['a dangling link', /a link to a file that does not exist/, (path) => symlinkSync('/nowhere/x', path)],
    ['a directory', /not a regular file/, (path) => mkdirSync(path)],
    ['a link to itself', /can't be read/, (path) => symlinkSync(path, path)],
    ['not UTF-8', /not UTF-8/, (path) => writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]))],
    ['with a comment', /:2:3: .*comments are not allowed/, (path) => writeFileSync(path, '{\n  // why\n}')],
    ['10,000 levels, not closed', /not JSON/, (path) => writeFileSync(path, '{"x":'.repeat(10_000))],
  ])('%s', (_, message, make) => {
    scratch.write('home/.claude/settings.json', OTHER);
    mkdirSync(join(scratch.home, '.sluice'));
    const path = join(scratch.home, '.sluice', 'settings.json');
    make(path);
    const loaded = readAll();
    const [problem, ...more] = loaded.problems;
    expect(more).toEqual([]);
    expect(problem?.severity).toBe('error');
    const text = problem === undefined ? '' : problemText(problem);
    expect(text.startsWith(path)).toBe(true);
    expect(text).toMatch(message);
    expect(setting(loaded, 'sandbox.enabled')?.value).toBe(true);
  });

  it('not readable', () => {
    scratch.write('home/.claude/settings.json', OTHER);
    const path = scratch.write('home/.sluice/settings.json', {});
    for (const directory of [scratch.path, scratch.home, scratch.project, scratch.managed])
      chmodSync(directory, 0o755);
    chmodSync(path, 0);
    const isRoot = process.geteuid?.() === 0;
    try {
      // Nothing keeps root from reading.
      if (isRoot) process.seteuid?.(65_534);
      expect(readAll().problems.map(problemText)).toEqual([
        expect.stringMatching(/^.*\.sluice\/settings\.json: .*can't be read \(EACCES/),
      ]);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });
});

describe('a file that is odd and can be used', () => {
  it.each<[string, string, string | undefined, unknown]>([
    ['with a byte order mark', '\uFEFF{"model":"a"}', undefined, 'a'],
    ['with a key twice', '{"model":"a",\n"model":"b"}', 'duplicate-key', 'b'],
    ['with a key twice, deeper', '{"model":"b","env":{"A":"1","A":"2"}}', 'duplicate-key', 'b'],
    [
      'with keys of every object',
      '{"__proto__":{"model":"x"},"constructor":{"prototype":1},"model":"a"}',
      undefined,
      'a',
    ],
    [
      '10,000 levels in an unknown key',
      `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)},"model":"a"}`,
      undefined,
      'a',
    ],
    [
      '10,000 levels in a known key',
      `{"env":{"A":${'[{"a":'.repeat(5000)}1${'}]'.repeat(5000)}},"model":"a"}`,
      'wrong-value',
      'a',
    ],
    [
      '10,000 levels of hooks',
      `{"hooks":{"Stop":[${'{"a":'.repeat(9999)}1${'}'.repeat(9999)}]},"model":"a"}`,
      undefined,
      'a',
    ],
    [
      '100,000 keys',
      `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":1`).join(',')},"model":"a"}`,
      undefined,
      'a',
    ],
    [
      '100,000 wrong entries',
      `{"model":"a","sandbox":{"excludedCommands":[${'7,'.repeat(100_000)}7]}}`,
      'wrong-value',
      'a',
    ],
  ])('%s', (_, text, code, value) => {
    scratch.write('home/.sluice/settings.json', text);
    const loaded = readAll();
    expect(setting(loaded, 'model')?.value).toBe(value);
    expect([...new Set(loaded.problems.map((problem) => problem.code))]).toEqual(
      code === undefined ? [] : [code],
    );
    expect(loaded.problems.length).toBeLessThanOrEqual(51);
  });
});

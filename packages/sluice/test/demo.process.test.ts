import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { scratch } from './cli/exec/support/scratch.ts';

const program = fileURLToPath(new URL('../../../scripts/demo.ts', import.meta.url));

it.each([
  [['--bogus'], 'demo: unknown option --bogus'],
  [['--kep'], 'demo: unknown option --kep; did you mean --keep?'],
  [['--project'], 'demo: --project needs a value: a directory'],
  [['here'], 'demo: takes no file; got "here"'],
])('%j is wrong usage, in a clear line', (args, message) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toBe(`${message}\n\nUsage: npm run demo -- [--project DIR] [--keep]\n`);
});

it('says at its end where it kept the project', () => {
  const { status, stdout } = spawnSync(process.execPath, [program, '--keep'], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: scratch() },
  });
  expect(status).toBe(0);
  const kept = /\nThe project was kept in (.*)\.\n$/.exec(stdout)?.[1] ?? '';
  expect(existsSync(join(kept, 'package.json'))).toBe(true);
});

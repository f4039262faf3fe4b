import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

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

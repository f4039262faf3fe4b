import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CLI } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';

it.each([
  ['is kept in the home directory', true],
  ['makes no home directory', false],
])('compiled code %s', (_, isThere) => {
  const home = join(scratch(), 'home');
  if (isThere) mkdirSync(home);
  const { NODE_COMPILE_CACHE: _ours, XDG_CACHE_HOME: _other, ...env } = process.env;
  const { status } = spawnSync(process.execPath, [...CLI, 'exec', '--cwd', scratch()], {
    env: { ...env, HOME: home },
    input: '',
  });
  expect(status).toBe(0);
  expect(existsSync(join(home, '.cache/sluice/compile-cache'))).toBe(isThere);
});

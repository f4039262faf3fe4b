import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

it('a process that only watches ends', async () => {
  scratch.write('home/.claude/settings.json', { permissions: { deny: ['A'] } });
  const script = fileURLToPath(new URL('../fixtures/watch-and-end.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=sluice-source', '--no-warnings', script, JSON.stringify(scratch.options)],
    { timeout: 60_000 },
  );
  expect(stdout).toBe('1\n');
});

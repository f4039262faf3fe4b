import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundled } from '../../../../test/support/bundled.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const FIXTURE = await bundled(fileURLToPath(new URL('fixtures/write-until-step.ts', import.meta.url)));

test('a process that is killed before any step of a write leaves the file whole: the old content or the new', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.txt');
  const found = new Set<string>();
  let steps = 0;
  for (let isDone = false; !isDone; steps += 1) {
    await writeFile(path, 'aaaaaaaa');
    const args = [FIXTURE, path, String(steps)];
    const { stdout, stderr, signal } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    isDone = stdout === 'done';
    expect(isDone || signal === 'SIGKILL', stderr).toBe(true);
    found.add(await readFile(path, 'utf8'));
  }
  expect(found).toEqual(new Set(['aaaaaaaa', 'bbbbbbbb']));
  // Each of the four short writes was one of them.
  expect(steps).toBeGreaterThan(8);
});

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentProcess } from '@sluice/base';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSettings, saveUpdate } from '../../src/index.ts';
import { git } from '../fixtures/git.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
let children: ChildProcess[];
beforeEach(() => {
  scratch = makeScratch();
  children = [];
  git(scratch.project, 'init', '-q');
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  scratch.dispose();
});

async function start(prefix: string, count: number): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../fixtures/save-rules.ts', import.meta.url));
  const child = fork(script, [JSON.stringify(scratch.options), prefix, String(count)], {
    execArgv: ['--conditions=sluice-source', '--no-warnings'],
  });
  children.push(child);
  await once(child, 'message');
  return child;
}

function savedRules(): string[] {
  const loaded = loadSettings(scratch.options);
  expect(loaded.problems).toEqual([]);
  return loaded.rules.map(({ text }) => text);
}

it('two processes that save fifty rules each at once lose none', async () => {
  const pair = await Promise.all([start('one', 50), start('two', 50)]);
  const ends = await Promise.all(
    pair.map(async (child) => {
      const answer = once(child, 'message');
      child.send('go');
      return answer;
    }),
  );
  expect(ends).toEqual([
    [{ failures: [] }, undefined],
    [{ failures: [] }, undefined],
  ]);
  const expected = ['one', 'two'].flatMap((name) =>
    Array.from({ length: 50 }, (_, i) => `Bash(${name} ${i})`),
  );
  expect(savedRules().sort()).toEqual(expected.sort());
  expect(readdirSync(join(scratch.project, '.sluice'))).toEqual(['settings.local.json']);
  const excludes = readFileSync(join(scratch.project, '.git/info/exclude'), 'utf8');
  expect(excludes.split('.sluice').length).toBe(2);
});

it('a process that is killed while it saves leaves a whole file, and the lock to the next', async () => {
  const child = await start('killed', 100_000);
  child.send('go');
  // The first rule is there: from here on, one save follows another.
  const update = { type: 'addRules', behavior: 'allow', destination: 'local' } as const;
  expect(await saveUpdate({ ...update, rules: ['Beside'] }, scratch.options)).toMatchObject({ ok: true });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(savedRules()).toContain('Beside');
  expect(await saveUpdate({ ...update, rules: ['After'] }, scratch.options)).toMatchObject({ ok: true });
  expect(savedRules()).toContain('After');
});

it.each([
  ['a process that has ended', { pid: 2 ** 22 + 1 }],
  ['an earlier process of the same number', { ...currentProcess(), startTime: '1' }],
  ['nobody', 'garbage'],
])('a lock left by %s is taken over', async (_, holder) => {
  scratch.write('project/.sluice/settings.local.json.lock', holder);
  const saved = await saveUpdate(
    { type: 'addRules', behavior: 'allow', rules: ['A'], destination: 'local' },
    scratch.options,
  );
  expect(saved).toMatchObject({ ok: true });
  expect(readdirSync(join(scratch.project, '.sluice'))).toEqual(['settings.local.json']);
});

it('saves that one process begins at once come one after another', async () => {
  const rules = Array.from({ length: 20 }, (_, index) => `Bash(${index})`);
  const saved = await Promise.all(
    rules.map((rule) =>
      saveUpdate(
        { type: 'addRules', behavior: 'allow', rules: [rule], destination: 'local' },
        scratch.options,
      ),
    ),
  );
  expect(saved.every(({ ok }) => ok)).toBe(true);
  expect(savedRules().sort()).toEqual(rules.sort());
});

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { createLocalRuntime, type SessionHook } from '../../sluice/src/index.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

afterEach(() => void vi.unstubAllEnvs());

/** A runtime whose home directory is another one than the directory that it works in. */
async function open(deny: readonly string[]) {
  const path = scratch();
  const [cwd, home] = [join(path, 'work'), join(path, 'home')];
  for (const directory of [cwd, home]) mkdirSync(directory);
  vi.stubEnv('HOME', home);
  const seen: unknown[] = [];
  const allowing: SessionHook = {
    event: 'PermissionRequest',
    name: 'yes',
    run({ tool_input }) {
      seen.push(tool_input);
      return { decision: { behavior: 'allow' } };
    },
  };
  const runtime = await createLocalRuntime({ cwd, hooks: [allowing], settings: { sources: [], deny } });
  onTestFinished(async () => void (await runtime.dispose()));
  const write = async (file_path: string): Promise<string> => {
    let code = 'none';
    const input = { file_path, content: 'x' };
    for await (const event of runtime.run([{ id: crypto.randomUUID(), name: 'Write', input }])) {
      if (event.type === 'tool-result') code = event.outcome.code;
    }
    return code;
  };
  return { cwd, home, seen, write };
}

it('what is allowed for ~/ is what hooks see and what is written', async () => {
  const { cwd, home, seen, write } = await open([]);
  expect(await write('~/notes.txt')).toBe('ok');
  expect(seen).toEqual([{ file_path: join(home, 'notes.txt'), content: 'x' }]);
  expect(readFileSync(join(home, 'notes.txt'), 'utf8')).toBe('x');
  expect(existsSync(join(cwd, '~'))).toBe(false);
});

it.each([
  ['Edit(~/secret/**)', (_home: string) => '~/secret/key'],
  ['Edit(~/secret/**)', (_home: string) => '~/public/../secret/key'],
  ['Edit(~/secret/**)', (home: string) => join(home, 'secret/key')],
])('a deny of %s holds for each spelling', async (rule, spell) => {
  const { home, seen, write } = await open([rule]);
  expect(await write(spell(home))).toBe('denied');
  expect(seen).toEqual([]);
  expect(existsSync(join(home, 'secret'))).toBe(false);
});

it('the home directory of another is refused before anyone is asked', async () => {
  const { cwd, seen, write } = await open([]);
  expect(await write('~alice/notes.txt')).toBe('invalid-input');
  expect(seen).toEqual([]);
  expect(existsSync(join(cwd, '~alice'))).toBe(false);
});

import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createProcessSession } from '@sluice/process';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createBashTool } from '../../src/bash/create-bash-tool.ts';
import { createFakeWorld } from './fake-context.ts';

const processes = createProcessSession();
await createBashTool({ processes }).load?.();
afterAll(() => processes.dispose());

/** Gone after the test. */
function newWorld() {
  const world = createFakeWorld();
  onTestFinished(() => world.dispose());
  return world;
}

/** A repository in which every planted program leaves a mark, with one change in it. */
function hostileRepository() {
  const world = newWorld();
  const cwd = world.workspace;
  const mark = join(cwd, '..', 'mark');
  const evil = join(cwd, 'evil.sh');
  const git = (...words: string[]): void => void execFileSync('git', words, { cwd, stdio: 'ignore' });
  writeFileSync(evil, `#!/bin/sh\ntouch ${mark}\ncat "$@" 2>/dev/null\n`);
  chmodSync(evil, 0o755);
  git('init', '-b', 'main');
  writeFileSync(join(cwd, 'a.txt'), 'one\n');
  git('add', 'a.txt');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-m', 'first');
  writeFileSync(join(cwd, 'a.txt'), 'two\n');
  const set = (key: string, value = evil): void => git('config', key, value);
  return { world, cwd, mark, evil, set };
}

async function run(world: ReturnType<typeof createFakeWorld>, command: string) {
  const tool = createBashTool({ processes });
  const context = world.context();
  const isReadOnly = tool.isReadOnly({ command }, context);
  const result = await tool.call({ command }, context);
  return { isReadOnly, result };
}

describe('git in a repository that wants to start programs', () => {
  it.each([
    'git status',
    'git diff',
    'git log -p',
    'git show',
    'git diff HEAD~0 | cat',
    'git status && git diff',
  ])('%s only reads, and starts none of them', async (command) => {
    const { world, mark, set, cwd } = hostileRepository();
    set('core.fsmonitor');
    set('diff.external');
    set('core.pager');
    set('diff.x.textconv');
    writeFileSync(join(cwd, '.gitattributes'), '*.txt diff=x\n');
    const { isReadOnly, result } = await run(world, command);
    expect(isReadOnly).toBe(true);
    expect(result).not.toHaveProperty('failure');
    expect(existsSync(mark)).toBe(false);
  });

  it('is kept from it beside commands that do more than read, which keep their own surroundings', async () => {
    const { world, mark, set, cwd } = hostileRepository();
    set('core.fsmonitor');
    set('diff.external');
    const command = 'git status >/dev/null && git diff > out.txt; echo "$GIT_PAGER" > pager.txt';
    const tool = createBashTool({ processes });
    expect(tool.isReadOnly({ command }, world.context())).toBe(false);
    const actions = tool.actions?.({ command }, world.context()).actions ?? [];
    const own = actions.filter((action) => action.type === 'command' && action.isPresumed !== true);
    expect(own.map((action) => action.type === 'command' && action.isReadOnly)).toEqual([true, true, true]);
    await tool.call({ command }, world.context());
    expect(existsSync(mark)).toBe(false);
    expect(readFileSync(join(cwd, 'out.txt'), 'utf8')).toContain('+two');
    expect(readFileSync(join(cwd, 'pager.txt'), 'utf8')).toBe(`${process.env['GIT_PAGER'] ?? ''}\n`);
  });

  it.each(['filter.x.clean', 'filter.x.process', 'include.path'])(
    'is not taken for reading where %s is set',
    async (key) => {
      const { world, set } = hostileRepository();
      set(key);
      const tool = createBashTool({ processes });
      expect(tool.isReadOnly({ command: 'git status' }, world.context())).toBe(false);
    },
  );

  it.each([
    ['git diff', ''],
    ['git show HEAD:secrets/key', '/secrets/key'],
    ["git diff -- ':/.env'", '/.env'],
    ["git log -p -- '*.pem'", ''],
  ])('%s in a directory of it reads from the top, what it has kept as well', (command, path) => {
    const { world, cwd } = hostileRepository();
    const sub = join(cwd, 'sub');
    mkdirSync(sub);
    const tool = createBashTool({ processes });
    const [action] = tool.actions?.({ command }, { ...world.context(), cwd: sub }).actions ?? [];
    const files = action?.type === 'command' ? action.files : [];
    expect(files).toContainEqual(
      expect.objectContaining({ access: 'read', path: `${cwd}${path}`, isPast: true }),
    );
  });

  it('refuses to run when that has changed since it was decided', async () => {
    const { world, mark, set } = hostileRepository();
    const tool = createBashTool({ processes });
    const input = { command: 'git status' };
    expect(tool.isReadOnly(input, world.context())).toBe(true);
    set('filter.x.clean');
    const result = await tool.call(input, world.context());
    expect(result).toMatchObject({ failure: { code: 'surroundings-changed' } });
    expect(existsSync(mark)).toBe(false);
  });

  it.each([
    ['git diff --cached', []],
    ['git diff --cached | cat', []],
    ['git diff --cached > out.txt', []],
    ['git diff --cached; touch mark', []],
    ['git diff --cached', ['filter.x.clean']],
  ])('refuses to run %s once that would show another tree', async (command, keys) => {
    const { world, cwd, set } = hostileRepository();
    for (const key of keys) set(key);
    const sub = join(cwd, 'sub');
    mkdirSync(sub);
    renameSync(join(cwd, '.git'), join(sub, '.git'));
    const tool = createBashTool({ processes });
    const context = { ...world.context(), cwd: sub };
    const input = { command };
    const filesOf = () =>
      tool
        .actions?.(input, context)
        .actions.flatMap((action) => (action.type === 'command' ? action.files : []));
    expect(filesOf()).toContainEqual(expect.objectContaining({ path: sub, isPast: true }));
    renameSync(join(sub, '.git'), join(cwd, '.git'));
    expect(await tool.call(input, context)).toMatchObject({ failure: { code: 'surroundings-changed' } });
    expect(readdirSync(sub)).toEqual([]);
    expect(filesOf()).toContainEqual(expect.objectContaining({ path: cwd, isPast: true }));
  });

  it('runs what reads the same as before, when it was only now found to read', async () => {
    const { world, cwd, set } = hostileRepository();
    set('filter.x.clean');
    const tool = createBashTool({ processes });
    const input = { command: 'git status' };
    expect(tool.isReadOnly(input, world.context())).toBe(false);
    execFileSync('git', ['config', '--unset', 'filter.x.clean'], { cwd });
    expect(await tool.call(input, world.context())).not.toHaveProperty('failure');
  });
});

it('a program of the workspace that bears the name of a harmless one is not taken for it', async () => {
  const world = newWorld();
  const bin = join(world.workspace, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'ls'), '#!/bin/sh\n');
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  const tool = createBashTool({ processes, env, workspace: world.workspace });
  expect(tool.isReadOnly({ command: 'ls' }, world.context())).toBe(false);
  expect(tool.isReadOnly({ command: 'cat a' }, world.context())).toBe(true);
});

it.each([
  ['gzip', 'zcat a.gz'],
  ['gzip', 'timeout 5 zcat a.gz'],
  ['gzip', '/bin/zcat a.gz'],
  ['gzip', 'tar -tzf a.tar.gz'],
  ['gzip', 'tar -tf a.tar.gz'],
  ['grep', 'egrep x a'],
  ['grep', 'cat a | egrep x'],
  ['grep', 'timeout 5 grep x a'],
  ['dpkg-query', 'dpkg -l'],
  ['git-lfs', 'git --version'],
])('a program of the workspace named %s is not started by %s', async (program, command) => {
  const world = newWorld();
  const cwd = world.workspace;
  const mark = join(cwd, '..', 'mark');
  const bin = join(cwd, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  execFileSync('bash', ['-c', 'echo x > a; gzip -k a; tar -czf a.tar.gz a'], { cwd });
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  const tool = createBashTool({ processes, env, workspace: cwd });
  expect(tool.isReadOnly({ command }, world.context())).toBe(true);
  writeFileSync(join(bin, program), `#!/bin/sh\ntouch '${mark}'\n`);
  chmodSync(join(bin, program), 0o755);
  expect(createBashTool({ processes, env, workspace: cwd }).isReadOnly({ command }, world.context())).toBe(
    false,
  );
  // What it is kept from: only then is the table's row worth something.
  if (program !== 'git-lfs') {
    spawnSync('bash', ['-c', command], { cwd, env, stdio: 'ignore' });
    expect(existsSync(mark)).toBe(true);
  }
});

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ModelContent } from '@sluice/core';
import { createProcessSession, findMemoryPlace } from '@sluice/process';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rgPath } from '@vscode/ripgrep';
import { createBashTool } from '../../src/bash/create-bash-tool.ts';
import { createFakeWorld, type FakeWorld } from './fake-context.ts';

const processes = createProcessSession();
let world: FakeWorld;
beforeEach(() => {
  world = createFakeWorld();
});
afterEach(() => world.dispose());
afterAll(() => processes.dispose());

async function run(
  command: string,
  env: Readonly<Record<string, string>>,
  own = processes,
): Promise<ModelContent> {
  const tool = createBashTool({ processes: own, env: { PATH: process.env['PATH'] ?? '', ...env } });
  await tool.load?.();
  const result = await tool.call({ command }, world.context());
  if (!('data' in result) || result.data === undefined) throw new Error(JSON.stringify(result));
  world.apply(result.modifyContext);
  return tool.toModel?.(result.data, { command }) ?? '';
}

describe('CLAUDE_ENV_FILE', () => {
  let path = '';
  beforeEach(() => {
    path = join(dirname(world.workspace), `it's env`);
  });

  it('is what each command begins with', async () => {
    writeFileSync(path, 'export GIVEN="from a file"\nsaid() { echo "$GIVEN"; }\n');
    const env = { CLAUDE_ENV_FILE: path };
    expect(await run('said', env)).toBe('from a file');
    expect(await run('echo $GIVEN', env)).toBe('from a file');
    writeFileSync(path, 'export GIVEN=later\n');
    expect(await run('echo $GIVEN', env)).toBe('later');
  });

  it('does not send git elsewhere once it was judged', async () => {
    const other = join(dirname(world.workspace), 'other');
    for (const place of [world.workspace, other]) execFileSync('git', ['init', '-q', place]);
    writeFileSync(path, `export GIT_DIR='${other}/.git' GIT_WORK_TREE='${other}' GIT_CONFIG_COUNT=0\n`);
    const env = { CLAUDE_ENV_FILE: path };
    for (const place of [world.workspace, other]) writeFileSync(join(place, basename(place)), '');
    expect(await run('git ls-files --others', env)).toContain(basename(world.workspace));
    expect(await run('git config core.fsmonitor', env)).toBe('false');
  });

  it('need not be there, nor end well', async () => {
    expect(await run('echo ran', { CLAUDE_ENV_FILE: path })).toBe('ran');
    writeFileSync(path, 'false\n');
    expect(await run('echo ran $?', { CLAUDE_ENV_FILE: path })).toMatch(/^ran \d$/);
  });

  it.each(['env', '../linked'])('in the workspace runs with no command: %s', async (name) => {
    const inside = join(world.workspace, 'env');
    writeFileSync(inside, 'touch made\necho() { touch made; }\n');
    symlinkSync(inside, join(dirname(world.workspace), 'linked'));
    const env = { CLAUDE_ENV_FILE: join(world.workspace, name) };
    expect(await run('echo ran', env)).toBe('ran');
    await run('touch other', env);
    expect(existsSync(join(world.workspace, 'other'))).toBe(true);
    expect(existsSync(join(world.workspace, 'made'))).toBe(false);
  });
});

it('variables that give a command another meaning are not passed on', async () => {
  const file = join(world.workspace, 'begins.sh');
  writeFileSync(file, 'touch made\n');
  mkdirSync(join(world.workspace, 'elsewhere/sub'), { recursive: true });
  mkdirSync(join(world.workspace, 'sub'));
  const env = {
    BASH_ENV: file,
    ENV: file,
    SHELLOPTS: 'noglob',
    BASHOPTS: 'nullglob',
    CDPATH: join(world.workspace, 'elsewhere'),
    GLOBIGNORE: '*.sh',
    'BASH_FUNC_ls%%': '() { echo mine; }',
    KEPT: 'yes',
  };
  expect(await run('echo *.sh *.none "$KEPT"; ls begins.sh; (cd sub; pwd)', env)).toBe(
    `begins.sh *.none yes\nbegins.sh\n${join(world.workspace, 'sub')}`,
  );
  expect(existsSync(join(world.workspace, 'made'))).toBe(false);
});

it('CLAUDE_CODE_SHELL is the bash that runs commands', async () => {
  const shell = join(world.workspace, 'bash');
  copyFileSync('/bin/bash', shell);
  expect(await run('readlink /proc/$$/exe', { CLAUDE_CODE_SHELL: shell })).toBe(shell);
});

it('CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR keeps the directory, and says so', async () => {
  mkdirSync(join(world.workspace, 'sub'));
  const env = { CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR: '1' };
  expect(await run('cd sub; pwd', env)).toBe(
    `${join(world.workspace, 'sub')}\nShell cwd was reset to ${world.workspace}`,
  );
  expect(await run('pwd', env)).toBe(world.workspace);
});

it.skipIf(!findMemoryPlace().isAvailable)(
  'CLAUDE_CODE_TOOL_MEMORY_LIMIT bounds the memory of commands',
  async () => {
    const env = { CLAUDE_CODE_TOOL_MEMORY_LIMIT: '96m' };
    const own = createProcessSession();
    const said = await run('head -c 400M /dev/zero | tail -n 1 >/dev/null; echo after', env, own);
    expect(said).toMatch(/^after\n.*96 MiB of memory together/m);
    expect(await run('echo little', env, own)).toBe('little');
    await own.dispose();
  },
);

describe('options that the session has in its variables', () => {
  it.each(['rg x', 'rg x; rg --files', 'rg x > found'])('%s does not run what they name', async (command) => {
    const cwd = world.workspace;
    writeFileSync(join(cwd, 'f'), 'x\n');
    writeFileSync(join(cwd, '.ripgreprc'), '--pre=./evil\n');
    writeFileSync(join(cwd, 'evil'), '#!/bin/sh\ntouch mark\ncat "$1"\n', { mode: 0o755 });
    const path = `${dirname(rgPath)}:${process.env['PATH'] ?? ''}`;
    for (const file of ['.ripgreprc', join(cwd, '.ripgreprc')]) {
      await run(command, { PATH: path, RIPGREP_CONFIG_PATH: file });
      expect(existsSync(join(cwd, 'mark'))).toBe(false);
    }
  });

  it('rg quotes no ignore file that is a link', async () => {
    const cwd = world.workspace;
    writeFileSync(join(cwd, 'f'), 'x\n');
    writeFileSync(join(cwd, '..', 'secret'), '{"token": "hunter2"\n');
    symlinkSync('../secret', join(cwd, '.ignore'));
    const path = `${dirname(rgPath)}:${process.env['PATH'] ?? ''}`;
    expect(await run('rg x 2>&1', { PATH: path })).toBe('f:x');
  });
});

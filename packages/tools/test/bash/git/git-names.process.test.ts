import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createGitNames } from '../../../src/bash/repository/git-names.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'git-names-')));
afterAll(() => rmSync(top, { recursive: true, force: true }));

const repository = join(top, 'repository');
const at = (name: string): string => join(repository, name);
const git = (...words: string[]): void =>
  void execFileSync('git', words, { cwd: repository, stdio: 'ignore' });

mkdirSync(at('src'), { recursive: true });
git('init', '-b', 'main');
for (const name of ['a.ts', 'src/b.ts', 'src/gone.ts', 'tracked.log']) writeFileSync(at(name), '');
git('add', '.');
writeFileSync(at('.gitignore'), '.env\n*.log\n');
for (const name of ['.env', 'new.ts', 'src/.env', 'src/new.ts']) writeFileSync(at(name), '');
rmSync(at('src/gone.ts'));

const names = createGitNames({ env: process.env, workspace: repository });
const list = (...[path, which, isOfTop = false]: [string, 'tracked' | 'not-ignored' | 'all', boolean?]) =>
  names(path === '' ? repository : at(path), which, isOfTop)
    ?.map((name) => name.slice(repository.length + 1))
    .toSorted();

describe('the files that git names', () => {
  it('are those that it tracks, gone ones too', () => {
    const tracked = ['a.ts', 'src/b.ts', 'src/gone.ts', 'tracked.log'];
    expect(list('', 'tracked')).toEqual(tracked);
    expect(list('src', 'tracked')).toEqual(['src/b.ts', 'src/gone.ts']);
    expect(list('src/gone.ts', 'tracked')).toEqual(['src/gone.ts']);
    expect(list('src/none.ts', 'tracked')).toEqual([]);
    expect(list('src', 'tracked', true)).toEqual(tracked);
  });

  it('and new ones, ignored or not', () => {
    const kept = ['src/b.ts', 'src/gone.ts', 'src/new.ts'];
    expect(list('src', 'not-ignored')).toEqual(kept);
    expect(list('src', 'all')).toEqual(['src/.env', ...kept]);
    expect(list('', 'all')).toContain('.env');
    expect(list('src', 'not-ignored', true)).toContain('new.ts');
  });

  it('are not told where git looks elsewhere, or there is no repository', () => {
    expect(names(top, 'all', false)).toBeUndefined();
    const moved = createGitNames({ env: { ...process.env, GIT_DIR: at('.git') }, workspace: repository });
    expect(moved(repository, 'all', false)).toBeUndefined();
    const own = createGitNames({ env: { PATH: repository }, workspace: repository });
    expect(own(repository, 'all', false)).toBeUndefined();
  });

  it('are told without running what the repository configures', () => {
    const mark = join(top, 'ran');
    writeFileSync(at('hook.sh'), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    for (const key of ['core.fsmonitor', 'core.pager', 'filter.x.clean', 'core.sshCommand', 'core.askPass'])
      git('config', key, at('hook.sh'));
    writeFileSync(at('.gitattributes'), '* filter=x\n');
    expect(list('src', 'not-ignored')).toContain('src/new.ts');
    expect(existsSync(mark)).toBe(false);
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GitNames } from '@sluice/core';
import { afterAll, describe, expect, it } from 'vitest';
import { createGitLister } from '../../../src/bash/repository/git-lister.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'git-lister-')));
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

const names = createGitLister({ env: process.env, workspace: repository });
const list = (path: string, which: GitNames): readonly string[] | undefined =>
  names(path === '' ? repository : at(path), which)
    ?.map((name) => name.slice(repository.length + 1))
    .toSorted();

describe('the files that git names', () => {
  it('are those of the whole repository that it tracks, gone ones too', () => {
    const tracked = ['a.ts', 'src/b.ts', 'src/gone.ts', 'tracked.log'];
    expect(list('', 'tracked')).toEqual(tracked);
    expect(list('src', 'tracked')).toEqual(tracked);
  });

  it('and new ones, ignored or not', () => {
    const kept = ['.gitignore', 'a.ts', 'new.ts', 'src/b.ts', 'src/gone.ts', 'src/new.ts', 'tracked.log'];
    expect(list('src', 'not-ignored')).toEqual(kept);
    expect(list('', 'all')).toEqual(['.env', ...kept, 'src/.env'].toSorted());
  });

  it('and those that only the last commit has, if there is one', () => {
    const other = join(top, 'committed');
    mkdirSync(other);
    const inOther = (...words: string[]): void =>
      void execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...words], {
        cwd: other,
        stdio: 'ignore',
      });
    inOther('init', '-b', 'main');
    writeFileSync(join(other, 'key'), 'old');
    inOther('add', '.');
    expect(names(other, 'tracked-or-head')).toBeUndefined();
    inOther('commit', '-m', 'x');
    inOther('rm', '--cached', 'key');
    expect(names(other, 'tracked')).toEqual([]);
    expect(names(other, 'tracked-or-head')).toEqual([join(other, 'key')]);
  });

  it('tell another repository by the slash at its end', () => {
    const nested = join(top, 'outer/nested');
    mkdirSync(nested, { recursive: true });
    const inNested = (...words: string[]): void =>
      void execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...words], {
        cwd: nested,
        stdio: 'ignore',
      });
    inNested('init', '-b', 'main', '..');
    inNested('init', '-b', 'main');
    inNested('commit', '--allow-empty', '-m', 'x');
    writeFileSync(join(nested, 'key'), '');
    expect(names(join(top, 'outer'), 'not-ignored')).toEqual([`${nested}/`]);
    expect(names(nested, 'not-ignored')).toEqual([join(nested, 'key')]);
  });

  it('are not told where git looks elsewhere, or there is no repository or directory', () => {
    expect(names(top, 'all')).toBeUndefined();
    expect(names(at('none'), 'all')).toBeUndefined();
    expect(names(at('x'.repeat(300)), 'all')).toBeUndefined();
    const moved = createGitLister({ env: { ...process.env, GIT_DIR: at('.git') }, workspace: repository });
    expect(moved(repository, 'all')).toBeUndefined();
    const own = createGitLister({ env: { PATH: repository }, workspace: repository });
    expect(own(repository, 'all')).toBeUndefined();
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

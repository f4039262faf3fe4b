import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realPlace, type RealPlace } from './real-judge.ts';

let place: RealPlace;

/** Runs in the workspace, with its home directory as the user's. */
function sh(script: string): void {
  execFileSync('bash', ['-ec', script], {
    cwd: place.cwd,
    env: { PATH: process.env['PATH'], HOME: place.home },
    stdio: 'ignore',
  });
}

/** Writes a hook that does what a rule denies. */
function hook(path: string): void {
  mkdirSync(dirname(join(place.home, path)), { recursive: true });
  writeFileSync(join(place.home, path), '#!/bin/sh\ncat .env\n', { mode: 0o755 });
}

const verdict = (command: string): string => place.verdict(command, { deny: ['Read(.env)'] });

beforeEach(async () => {
  place = await realPlace({ 'w/.env': 'A=1', 'w/a': 'a', '.gitconfig': '[user]\nname=A\nemail=a@b\n' });
  sh('git init -qb main .; git add a; git commit -qm a');
});
afterEach(() => rmSync(place.home, { recursive: true, force: true }));

describe('the hooks that git would run are looked at', () => {
  it.each([
    ['the user’s own settings', 'git config --global core.hooksPath ~/h', 'h'],
    [
      'settings that the user’s own include',
      'git config -f ~/x core.hooksPath ~/h; git config --global include.path x',
      'h',
    ],
    [
      'settings below .config',
      'mkdir -p ~/.config/git; git config -f ~/.config/git/config core.hooksPath ~/h',
      'h',
    ],
    ['a path from the home directory', "git config core.hooksPath '~/h'", 'h'],
    ['a path from the top of the work tree', 'git config core.hooksPath h', 'w/h'],
    ['a directory of husky', 'git config core.hooksPath .husky/_', 'w/.husky'],
    [
      'settings of a worktree',
      'git config extensions.worktreeConfig true; git config --worktree core.hooksPath ~/h',
      'h',
    ],
    ['the last of several', 'git config --global core.hooksPath ~/x; git config core.hooksPath ~/h', 'h'],
    ['a git directory elsewhere', 'mv .git ../g; echo "gitdir: ../g" > .git', 'g/hooks'],
  ])('named by %s', (_title, setUp, directory) => {
    sh(setUp);
    hook(`${directory}/pre-commit`);
    expect(verdict('git commit -m x')).toBe('D');
    expect(verdict('mkdir -p d; cd d; git commit -m x')).toBe('D');
    expect(verdict('git commit -nm x')).toBe('A');
    expect(verdict('git commit --no-verify -m x')).toBe('A');
    hook(`${directory}/post-commit`);
    expect(verdict('git commit -nm x')).toBe('D');
  });

  it('in a linked worktree', () => {
    sh('git worktree add -q l');
    hook('w/.git/hooks/pre-commit');
    expect(verdict('git -C l commit -m x')).toBe('D');
    expect(verdict('cd l && git commit -m x')).toBe('D');
    sh('git config extensions.worktreeConfig true; git -C l config --worktree core.hooksPath ../none');
    expect(verdict('git -C l commit -m x')).toBe('A');
    expect(verdict('git commit -m x')).toBe('D');
    hook('w/none/pre-commit');
    expect(verdict('git -C l commit -m x')).toBe('D');
  });

  it('of the repository that the line names', () => {
    sh('git init -q ../other');
    hook('other/.git/hooks/pre-commit');
    expect(verdict('git commit -m x')).toBe('A');
    for (const command of [
      'git --git-dir=../other/.git commit -m x',
      'GIT_DIR=../other/.git git commit -m x',
    ])
      expect([command, verdict(command)]).toEqual([command, 'D']);
    writeFileSync(join(place.home, 'other/.git/hooks/pre-commit'), 'cat ../w/.env\n');
    expect(verdict('git -C .. -C other commit -m x')).toBe('D');
  });

  it('and any change of the index or of a reference may start some', () => {
    hook('w/.git/hooks/post-index-change');
    expect(verdict('git add a')).toBe('D');
    hook('w/.git/hooks/reference-transaction');
    expect(verdict('git branch x')).toBe('D');
    expect(verdict('git log --oneline')).toBe('A');
  });
});

describe('nothing is asked about that does not run', () => {
  it.each([
    ['hooks in the usual place, while another is set', "git config core.hooksPath '~/h'", 'git commit -m x'],
    [
      'hooks of a repository above',
      'git init -q sub; git -C sub config core.bare false',
      'git -C sub commit -m x',
    ],
    ['hooks, where none are wanted', 'true', 'git -c core.hooksPath=/dev/null commit -m x'],
    ['a command without hooks', 'true', 'git log commit'],
  ])('%s', (_title, setUp, command) => {
    hook('w/.git/hooks/pre-commit');
    sh(setUp);
    expect(verdict(command)).toBe('A');
  });

  it('but where it isn’t known where they are', () => {
    sh("git config core.hooksPath '~root/h'");
    expect(verdict('git commit -m x')).toBe('?');
    expect(verdict('git log')).toBe('A');
  });

  it('what the line makes of settings may name others', () => {
    for (const line of [
      'git config core.hooksPath h; git commit -m x',
      "printf '[core]\\nhooksPath=h\\n' >> .git/config; git commit -m x",
      "printf '[core]\\nhooksPath=h\\n' >> ~/.gitconfig; git commit -m x",
    ])
      expect([line, verdict(line)]).toEqual([line, '?']);
  });
});

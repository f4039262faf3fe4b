import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyseCommand } from '@sluice/shell';
import { afterAll, describe, expect, it } from 'vitest';
import { reachedPaths } from '../../../src/bash/judge/reached-paths.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'held-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const main = join(root, 'main');
const own = join(main, '.claude', 'worktrees', 'agent');
const git = (cwd: string, ...words: readonly string[]): void =>
  void execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=a@b', ...words], { cwd, stdio: 'ignore' });
mkdirSync(main);
git(main, 'init', '-b', 'trunk');
git(main, 'commit', '--allow-empty', '-m', 'first');
git(main, 'worktree', 'add', '-b', 'agent', own);
git(main, 'worktree', 'add', '-b', 'other', join(root, 'other'));
git(main, 'branch', 'free');

/** The branches that another worktree has checked out and that a line moves, as seen from the agent's own. */
function held(line: string, cwd = own): readonly string[] {
  const { commands } = analyseCommand(line, { cwd, home: '/home/u' });
  const heads = `${join(main, '.git', 'refs', 'heads')}/`;
  return commands
    .flatMap(reachedPaths)
    .flatMap((path) => (path?.startsWith(heads) === true ? [path.slice(heads.length)] : []));
}

describe('branches of other worktrees', () => {
  it.each([
    'git update-ref refs/heads/trunk HEAD',
    'git update-ref -m why refs/heads/trunk HEAD',
    'git update-ref -d refs/heads/trunk',
    'git -C sub update-ref refs/heads/trunk HEAD',
    'git symbolic-ref HEAD refs/heads/trunk',
    'git symbolic-ref refs/heads/trunk refs/heads/agent',
    'git branch -f trunk HEAD',
    'git branch --force trunk',
    'git branch -M agent trunk',
    'git branch -m trunk was',
    'git branch -C agent trunk',
    'git branch -D trunk',
    'git checkout -B trunk',
    'git checkout --ignore-other-worktrees trunk',
    'git switch -C trunk',
    'git switch --force-create=trunk',
    'git worktree add -f w trunk',
    'git worktree add -B trunk w',
    'git fetch -u . +HEAD:refs/heads/trunk',
    'git fetch . HEAD:trunk',
    'git pull . HEAD:heads/trunk',
    'git push . HEAD:trunk',
    'git push -o x . +HEAD:refs/heads/trunk',
    'git push ./ agent:trunk',
    'git -c alias.x="update-ref refs/heads/trunk" x HEAD',
    'env git branch -f trunk',
    "bash -c 'git update-ref refs/heads/trunk HEAD'",
    'git rev-parse HEAD | xargs git update-ref refs/heads/trunk',
  ])('%s moves one', (line) => {
    expect(new Set(held(line))).toEqual(new Set(['trunk']));
  });

  it.each([
    'git update-ref --stdin',
    'git fetch . "+refs/heads/*:refs/heads/*"',
    'git push --mirror .',
    'git branch -f "$x"',
    'git checkout -B @{-1}',
    'git "$x" refs/heads/trunk HEAD',
    'git filter-branch -- --all',
    'git fast-import < f',
  ])('%s may move any', (line) => {
    expect(held(line)).toEqual(['trunk', 'other']);
  });

  it.each([
    'git update-ref refs/heads/free HEAD',
    'git symbolic-ref HEAD',
    'git symbolic-ref HEAD refs/heads/free',
    'git branch -f free trunk',
    'git branch new trunk',
    'git branch --contains trunk',
    'git branch -D free',
    'git checkout -B mine trunk',
    'git checkout -b mine trunk',
    'git switch -C mine trunk',
    'git merge trunk',
    'git rebase trunk',
    'git push origin HEAD:trunk',
    'git push -u origin agent',
    'git fetch origin trunk',
    'git fetch origin trunk:free',
    'git pull --rebase origin trunk',
    'git commit -am x',
    'git reset --hard trunk',
    'git log trunk',
  ])('%s moves none', (line) => {
    expect(held(line)).toEqual([]);
  });

  it('are none in a checkout that is no linked worktree', () => {
    expect(held('git update-ref refs/heads/trunk HEAD', main)).toEqual([]);
  });
});

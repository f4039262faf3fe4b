import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentProcess } from '@sluice/base';
import { expect, it } from 'vitest';
import { openWorktree } from '../../src/worktree/index.ts';
import { sweepWorktrees } from '../../src/worktree/end/sweep-worktrees.ts';
import { git, repository } from './support.ts';

const DAY = 86_400_000;
const inDays = (days: number): number => Date.now() + days * DAY;

/** A worktree that the session which made it has left without unlocking it, as after a kill. */
async function left(root: string, name: string): Promise<string> {
  const opened = await openWorktree(root, name);
  if (!opened.ok) throw new Error(opened.message);
  lock(root, name, 'sluice 4194303 1');
  return opened.worktree.path;
}

function lock(root: string, name: string, reason: string): void {
  writeFileSync(join(root, '.git/worktrees', name, 'locked'), `${reason}\n`);
}

function worktrees(root: string): readonly string[] {
  return readdirSync(join(root, '.claude/worktrees')).filter((name) => !name.startsWith('.'));
}

const STAYS: readonly (readonly [title: string, prepare: (path: string, root: string) => void])[] = [
  ['a new file', (path) => writeFileSync(join(path, 'new.txt'), '')],
  ['a changed file', (path) => writeFileSync(join(path, 'a.txt'), 'changed\n')],
  ['a commit that no other branch has', (path) => void git(path, 'commit', '-q', '--allow-empty', '-m', 'x')],
  [
    'a commit on a detached head',
    (path) => {
      git(path, 'checkout', '-q', '--detach');
      git(path, 'commit', '-q', '--allow-empty', '-m', 'x');
    },
  ],
  ['a branch of its own', (path) => void git(path, 'checkout', '-q', '-b', 'mine')],
  [
    'a session at work',
    (_, root) => lock(root, 'one', `sluice ${currentProcess().pid} ${currentProcess().startTime}`),
  ],
  ['a lock of a person', (_, root) => lock(root, 'one', 'mine')],
];

it.each(STAYS)('keeps a worktree with %s, however old it is', async (_, prepare) => {
  const root = repository();
  const path = await left(root, 'one');
  prepare(path, root);
  const before = git(path, 'rev-parse', 'HEAD');
  expect(await sweepWorktrees({ cwd: root, days: 30, now: inDays(4000) })).toEqual([]);
  expect([existsSync(path), git(path, 'rev-parse', 'HEAD')]).toEqual([true, before]);
});

it('removes what no one has used for so many days, with its branch, at most once a day', async () => {
  const root = repository();
  await left(root, 'one');
  const made = await openWorktree(root, 'fix/two');
  git(root, 'worktree', 'unlock', made.ok ? made.worktree.path : '');
  git(root, 'worktree', 'add', '-q', 'elsewhere');
  expect(await sweepWorktrees({ cwd: root, days: 30, now: inDays(29) })).toEqual([]);
  expect(await sweepWorktrees({ cwd: root, days: 30, now: inDays(29.5) })).toEqual([]);
  // From a worktree as from the main checkout.
  const cwd = join(root, 'elsewhere');
  expect([...(await sweepWorktrees({ cwd, days: 30, now: inDays(31) }))].toSorted()).toEqual([
    'fix/two',
    'one',
  ]);
  expect(worktrees(root).filter((name) => name !== 'fix')).toEqual([]);
  expect(git(root, 'branch', '--list', 'worktree-*')).toBe('');
  expect(existsSync(join(cwd, 'a.txt'))).toBe(true);
  await left(root, 'three');
  expect(await sweepWorktrees({ cwd: root, days: 0, now: inDays(31.5) })).toEqual([]);
});

it('starts nothing in a repository whose own settings would start a program', async () => {
  const root = repository();
  const path = await left(root, 'one');
  git(root, 'config', 'filter.x.clean', `touch ${root}/ran; cat`);
  writeFileSync(join(path, '.gitattributes'), '*.txt filter=x\n');
  utimesSync(join(path, 'a.txt'), 1, 1);
  expect(await sweepWorktrees({ cwd: root, days: 30, now: inDays(4000) })).toEqual([]);
  expect([existsSync(path), existsSync(join(root, 'ran'))]).toEqual([true, false]);
  expect(execFileSync('git', ['fsck'], { cwd: root, encoding: 'utf8', stdio: 'pipe' })).not.toContain(
    'missing',
  );
});

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gitHooks, isHookName } from '../../src/effects/script/git-hooks.ts';

const HOOKS = (
  'applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit ' +
  'pre-rebase post-checkout post-merge pre-push reference-transaction pre-auto-gc post-rewrite sendemail-validate ' +
  'post-index-change'
).split(' ');

const ENV = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_EDITOR: 'true',
  FILTER_BRANCH_SQUELCH_WARNING: '1',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'A'],
      [`GIT_${who}_EMAIL`, 'a@b'],
    ]),
  ),
};

let place = '';
const env = (): Record<string, string | undefined> => ({ ...ENV, HOME: place });
const sh = (script: string): string =>
  execFileSync('bash', ['-ec', script], { cwd: join(place, 'w'), env: env(), encoding: 'utf8' });

/** Two branches that can be merged, a remote, a change that is not added, and a patch. Then every hook notes its name. */
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'hooks-'));
  mkdirSync(join(place, 'w'));
  sh(`
    git init -qb main .; git init -q --bare ../remote
    echo a > a; git add a; git commit -qm a
    git checkout -qb side; echo b > b; git add b; git commit -qm b; git format-patch -q -1 -o ..
    git checkout -q main; echo c > c; git add c; git commit -qm c
    git remote add origin ../remote; git push -qu origin main side
    echo a2 > a; echo d > d; git add d; mkdir ../hooks; git config core.hooksPath ../hooks`);
  for (const name of HOOKS)
    writeFileSync(join(place, 'hooks', name), `#!/bin/sh\necho ${name} >> ${join(place, 'ran')}\n`, {
      mode: 0o755,
    });
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

/** Which of them git starts. */
function started(words: readonly string[]): readonly string[] {
  spawnSync('git', words, { cwd: join(place, 'w'), env: env() });
  const ran = join(place, 'ran');
  return existsSync(ran) ? [...new Set(readFileSync(ran, 'utf8').trim().split('\n'))] : [];
}

const COMMANDS = [
  ['commit', '-am', 'x'],
  ['commit', '-a', '-m', '-n'],
  ['commit', '-am', '--no-verify'],
  ['commit', '-F', 'a', '--', '-n'],
  ['commit', '-n', '--verify', '-m', 'x'],
  ['-c', 'user.name=B', 'commit', '-C', 'HEAD', '-a'],
  ['commit', '--amend', '--no-edit'],
  ['commit', '-t', '-n', '-m', 'x'],
  ['merge', '--no-edit', 'side'],
  ['merge', '-n', '--no-edit', 'side'],
  ['merge', '-m', '--no-verify', 'side'],
  ['pull', '--no-rebase', '--no-edit', '.', 'side'],
  ['cherry-pick', 'side'],
  ['cherry-pick', '-n', 'side'],
  ['revert', '--no-edit', 'HEAD'],
  ['rebase', '--autostash', 'side'],
  ['rebase', '--autostash', '--apply', '-n', 'side'],
  ['am', '../0001-b.patch'],
  ['checkout', '-b', 'x'],
  ['switch', 'side'],
  ['restore', 'a'],
  ['worktree', 'add', '../x'],
  ['push', '-n', 'origin', 'HEAD:z'],
  ['push', 'origin', 'HEAD:z'],
  ['add', 'a'],
  ['rm', '--cached', 'a'],
  ['mv', 'c', 'e'],
  ['reset', '--hard'],
  ['stash'],
  ['apply', '--index', '../0001-b.patch'],
  ['read-tree', 'HEAD'],
  ['update-index', '--refresh', '--add', 'a'],
  ['branch', 'x'],
  ['branch', '-m', 'x'],
  ['tag', 'x'],
  ['fetch', 'origin', 'side:x'],
  ['remote', 'rename', 'origin', 'x'],
  ['remote', 'prune', 'origin'],
  ['update-ref', 'refs/heads/x', 'HEAD'],
  ['symbolic-ref', 'HEAD', 'refs/heads/side'],
  ['notes', 'add', '-m', 'x'],
  ['replace', 'HEAD', 'HEAD~1'],
  ['bisect', 'start', 'HEAD', 'HEAD~1'],
  ['gc', '--auto'],
  ['maintenance', 'run'],
  ['reflog', 'expire', '--all'],
  ['sparse-checkout', 'set', 'x'],
  ['filter-branch', '--msg-filter', 'cat', 'HEAD~1..HEAD'],
];

it.each(COMMANDS.map((words) => [words.join(' '), words] as const))(
  'every hook that git starts is known: git %s',
  (_title, words) => {
    const known = gitHooks(words);
    expect(started(words).filter((name) => !known.includes(name))).toEqual([]);
  },
);

it.each([
  [['commit', '-anm', 'x'], 'pre-commit commit-msg'],
  [['commit', '-a', '--no-verify', '-m', 'x'], 'pre-commit commit-msg'],
  [['commit', '-am', 'x', '--no-veri'], 'pre-commit commit-msg'],
  [['commit', '--verify', '-n', '-am', 'x'], 'pre-commit commit-msg'],
  [['merge', '--no-edit', '--no-verify', 'side'], 'pre-merge-commit commit-msg'],
  [['push', '--no-verify', 'origin', 'HEAD:z'], 'pre-push'],
  [['rebase', '--autostash', '--no-verify', 'side'], 'pre-rebase'],
])('some do not run: git %j', (words, names) => {
  const known = gitHooks(words);
  const ran = started(words);
  expect(ran.filter((name) => !known.includes(name))).toEqual([]);
  for (const name of names.split(' ')) expect([...known, ...ran]).not.toContain(name);
});

it('a word that is not known may be an option, or a subcommand', () => {
  expect(gitHooks(['commit', undefined, '-n'])).toContain('pre-commit');
  expect(gitHooks([undefined])).toContain('pre-push');
  expect(gitHooks(['log', 'commit'])).toEqual([]);
  expect(HOOKS.filter((name) => !isHookName(name))).toEqual([]);
});

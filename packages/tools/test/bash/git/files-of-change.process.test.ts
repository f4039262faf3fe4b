import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { analyzeCommand } from '@sluice/shell';
import { afterAll, describe, expect, it } from 'vitest';
import { createGitLister } from '../../../src/bash/repository/git-lister.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'files-of-change-')));
afterAll(() => rmSync(top, { recursive: true, force: true }));

const env: Record<string, string | undefined> = {
  PATH: process.env['PATH'],
  HOME: top,
  GIT_AUTHOR_NAME: 'x',
  GIT_AUTHOR_EMAIL: 'x@x',
  GIT_COMMITTER_NAME: 'x',
  GIT_COMMITTER_EMAIL: 'x@x',
  GIT_EDITOR: 'true',
};

const repository = join(top, 'repository');
const at = (name: string): string => join(repository, name);
const git = (...words: string[]): void =>
  void execFileSync('git', words, { cwd: repository, stdio: 'ignore', env });
const write = (name: string, text = `${name}\n`): void => {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
const commit = (message: string): void => {
  git('add', '-A');
  git('commit', '-qm', message);
};
const from = (branch: string, start: string, change: () => void): void => {
  git('switch', '-qc', branch, start);
  change();
  commit(branch);
};
const long = (name: string): string =>
  Array.from({ length: 20 }, (_, index) => `${name} ${index}\n`).join('');

/** `kept.txt` differs in no commit; `.env` in two branches; a file and a directory get other names. */
function build(): void {
  mkdirSync(repository);
  git('init', '-qb', 'main');
  git('config', 'advice.detachedHead', 'false');
  for (const name of ['a.txt', 'kept.txt', 'dir/one', 'dir/two', 'lib/x', 'lib/y', 'same', 'old/f'])
    write(name, long(name));
  write('.env');
  write('.gitignore', 'ignored\n*.log\n');
  commit('base');
  git('tag', 'base');
  from('feature', 'base', () => {
    write('a.txt', long('changed'));
    write('new/file');
    rmSync(at('dir/one'));
  });
  from('secret', 'base', () => write('.env', 'other\n'));
  from('back', 'secret', () => write('.env'));
  from('edits', 'base', () => write('old/f', `${long('old/f')}more\n`));
  from('renames', 'base', () => {
    mkdirSync(at('moved'));
    git('mv', 'old/f', 'moved/f');
    write('old/g');
  });
  from('moves', 'base', () => git('mv', 'lib', 'library'));
  from('adds', 'base', () => write('lib/.env'));
  from('file', 'base', () => {
    rmSync(at('dir'), { recursive: true });
    write('dir');
  });
  from('clash', 'base', () => write('a.txt', long('clash')));
  from('clashes', 'clash', () => write('old/f', `${long('old/f')}more\n`));
  git('tag', 'feature-tag', 'feature');
  git('switch', '-q', 'adds');
  write('a.txt', long('stashed'));
  write('loose.txt');
  git('stash', '-qu');
  git('switch', '-q', 'main');
  git('config', 'remote.origin.url', repository);
  git('config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
  for (const branch of ['remotes/origin/far', 'remotes/origin/fix#1', 'remotes/origin/fix@2', 'up/up'])
    git('update-ref', `refs/${branch}`, 'secret');
  git('tag', 'tree-tag', 'adds^{tree}');
}
build();

/** What is in the work tree, by name. */
function contents(directory: string, below = ''): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(join(directory, below))) {
    const path = below === '' ? name : `${below}/${name}`;
    if (name === '.git') continue;
    const whole = join(directory, path);
    const stat = lstatSync(whole);
    if (stat.isDirectory()) for (const [inner, text] of contents(directory, path)) found.set(inner, text);
    else found.set(path, stat.isSymbolicLink() ? readlinkSync(whole) : readFileSync(whole, 'utf8'));
  }
  return found;
}

interface Outcome {
  /** What git said that the command may change: relative, `/` for anything. */
  readonly told: readonly string[];
  readonly changed: readonly string[];
  readonly directory: string;
}

/** Asks, then runs the command in a copy. */
function outcome(number: number, { on = 'main', first = () => undefined, command }: Case): Outcome {
  const directory = join(top, `copy-${number}`);
  cpSync(repository, directory, { recursive: true });
  execFileSync('git', ['switch', '-q', on], { cwd: directory, env, stdio: 'ignore' });
  first(directory);
  const analysis = analyzeCommand(command, { cwd: directory, home: top });
  const names = createGitLister({ env, workspace: directory });
  const told = analysis.commands.flatMap(({ files }) =>
    files.flatMap(({ gitNames, gitRunsIn = [], access, path, isTree }) => {
      if (access !== 'write' && access !== 'remove') return [];
      if (gitNames === undefined) return path === undefined ? [] : isTree ? [`${path}/`] : [path];
      return gitRunsIn.flatMap((place) => names(place, gitNames) ?? [`${directory}/`]);
    }),
  );
  const before = contents(directory);
  spawnSync('bash', ['-c', command], { cwd: directory, env, stdio: 'ignore' });
  const after = contents(directory);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  const relative = told.map((name) => name.slice(directory.length + 1) || '/');
  return { told: [...new Set(relative)].toSorted(), changed, directory };
}

interface Case {
  readonly command: string;
  readonly on?: string;
  readonly first?: (directory: string) => void;
  /** One of the files that it changes, so that the case is about something. */
  readonly changes?: string;
  /** Git can't tell what it changes. */
  readonly mayBeAny?: true;
  /** Files that it leaves as they are, and that git doesn't name. */
  readonly leaves?: readonly string[];
}

const USUAL = ['kept.txt', '.env'];
const put =
  (name: string, text = 'local\n') =>
  (directory: string): void =>
    writeFileSync(join(directory, name), text);

const configured = (directory: string, ...words: readonly string[]): void =>
  void execFileSync('git', words, { cwd: directory, env, stdio: 'ignore' });
const set =
  (key: string, value: string) =>
  (directory: string): void =>
    configured(directory, 'config', key, value);
const fetched =
  (...branches: readonly string[]) =>
  (directory: string): void =>
    configured(directory, 'fetch', 'origin', ...branches);
const following =
  (...branches: readonly string[]) =>
  (directory: string): void => {
    configured(directory, 'config', 'branch.main.remote', 'origin');
    configured(directory, 'fetch', 'origin');
    for (const branch of branches)
      configured(directory, 'config', '--add', 'branch.main.merge', `refs/heads/${branch}`);
  };

/** An operation that stops at `a.txt`, which is then settled. */
const stopped =
  (...words: readonly string[]) =>
  (directory: string): void => {
    spawnSync('git', words, { cwd: directory, env, stdio: 'ignore' });
    writeFileSync(join(directory, 'a.txt'), 'settled\n');
    configured(directory, 'add', 'a.txt');
  };

const CASES: readonly Case[] = [
  { command: 'git checkout feature', changes: 'a.txt', leaves: USUAL },
  { command: 'git checkout feature --', changes: 'a.txt', leaves: USUAL },
  { command: 'git checkout --det feature-tag', changes: 'a.txt' },
  { command: 'git checkout -q --detach feature-tag', changes: 'a.txt', leaves: USUAL },
  { command: 'git checkout -b other feature~0', changes: 'a.txt', leaves: USUAL },
  { command: 'git checkout -b other', leaves: [...USUAL, 'a.txt'] },
  { command: 'git checkout secret', changes: '.env', leaves: ['kept.txt', 'a.txt'] },
  { command: 'git checkout far', changes: '.env', leaves: ['kept.txt'] },
  { command: 'git checkout -', on: 'secret', changes: '.env', leaves: ['kept.txt'] },
  { command: 'git checkout -f feature', first: put('kept.txt'), changes: 'kept.txt' },
  { command: 'git checkout file', changes: 'dir/one', leaves: USUAL },
  { command: 'git checkout secret -- .env', changes: '.env', leaves: [] },
  { command: 'git checkout secret .', changes: '.env' },
  { command: 'git checkout adds -- lib', changes: 'lib/.env', leaves: [] },
  { command: 'git restore --source=adds lib', changes: 'lib/.env' },
  { command: 'git restore -s secret .', changes: '.env' },
  { command: 'git restore .', first: put('.env'), changes: '.env' },
  { command: 'git switch feature', changes: 'a.txt', leaves: USUAL },
  { command: 'git switch -c other secret', changes: '.env', leaves: ['kept.txt', 'a.txt'] },
  { command: 'git switch --orphan empty', changes: 'kept.txt' },
  { command: "git switch 'fix#1'", changes: '.env', leaves: ['kept.txt'] },
  { command: "git checkout 'fix@2'", changes: '.env', leaves: ['kept.txt'] },
  { command: 'git switch up', first: set('remote.origin.fetch', '+refs/heads/*:refs/up/*'), changes: '.env' },
  { command: 'git checkout nowhere', leaves: [...USUAL, 'a.txt'] },
  { command: 'git checkout kept.txt', leaves: ['.env', 'a.txt'] },
  { command: "git switch --detach ':/^secret'", changes: '.env', leaves: ['kept.txt'] },
  { command: "git restore -s ':/^adds' .", changes: 'lib/.env' },
  { command: "git restore -s 'adds^{tree}' .", changes: 'lib/.env' },
  { command: 'git restore -s tree-tag .', changes: 'lib/.env' },
  { command: 'git read-tree -u -m tree-tag', changes: 'lib/.env' },
  { command: 'git checkout tree-tag lib', changes: 'lib/.env' },
  { command: 'git switch --detach -- secret', changes: '.env', leaves: ['kept.txt'] },
  { command: 'git merge --no-edit FETCH_HEAD', first: fetched('edits', 'secret'), changes: '.env' },
  { command: 'git merge --no-edit', first: following('edits', 'secret'), changes: '.env' },
  { command: 'git merge --no-edit adds', first: set('pull.twohead', 'subtree'), mayBeAny: true },
  { command: 'git switch far', changes: '.env', leaves: ['kept.txt'] },
  { command: 'git merge feature', changes: 'a.txt', leaves: USUAL },
  { command: 'git merge --no-ff -m x feature', on: 'secret', changes: 'a.txt', leaves: USUAL },
  { command: 'git merge --no-edit secret', on: 'feature', changes: '.env', leaves: ['kept.txt', 'a.txt'] },
  { command: 'git merge feature edits', changes: 'a.txt', leaves: USUAL },
  { command: 'git merge edits', on: 'renames', changes: 'moved/f' },
  { command: 'git merge adds', on: 'moves', changes: 'library/.env' },
  { command: 'git merge moves', on: 'adds', changes: 'library/.env' },
  { command: 'git merge -s subtree feature', changes: 'a.txt' },
  { command: 'git rebase feature', on: 'secret', changes: 'a.txt', leaves: ['kept.txt'] },
  { command: 'git rebase main feature', on: 'secret', changes: '.env', leaves: ['kept.txt'] },
  { command: 'git rebase --onto feature base edits', changes: 'a.txt', leaves: USUAL },
  { command: 'git rebase renames', on: 'edits', changes: 'moved/f', leaves: USUAL },
  { command: 'git rebase moves', on: 'adds', changes: 'library/.env' },
  { command: 'git rebase adds', on: 'moves', changes: 'library/.env' },
  { command: 'git cherry-pick feature', changes: 'a.txt', leaves: USUAL },
  { command: 'git cherry-pick base..feature edits', changes: 'old/f', leaves: USUAL },
  { command: 'git cherry-pick -n secret', changes: '.env', leaves: ['kept.txt', 'a.txt'] },
  { command: 'git cherry-pick edits', on: 'renames', changes: 'moved/f' },
  { command: 'git cherry-pick adds', on: 'moves', changes: 'library/.env' },
  { command: 'git revert --no-edit HEAD', on: 'feature', changes: 'a.txt', leaves: USUAL },
  { command: 'git revert --no-edit secret', on: 'back', leaves: ['kept.txt'] },
  { command: 'git reset --hard', first: put('.env'), changes: '.env' },
  { command: 'git reset --har feature', changes: 'a.txt' },
  { command: 'git reset --keep secret', changes: '.env' },
  { command: 'git reset --merge secret', changes: '.env' },
  { command: 'git reset feature', leaves: [...USUAL, 'a.txt'] },
  { command: 'git read-tree -m -u HEAD secret', changes: '.env' },
  { command: 'git read-tree -u --reset secret', changes: '.env' },
  { command: 'git stash pop', changes: 'loose.txt', leaves: USUAL },
  { command: 'git stash apply -q 0', changes: 'a.txt', leaves: USUAL },
  { command: "git stash branch again 'stash@{0}'", changes: 'lib/.env', leaves: ['kept.txt'] },
  { command: 'git stash', first: put('.env'), changes: '.env' },
  { command: 'git stash -u', first: put('loose.txt'), changes: 'loose.txt' },
  { command: 'git stash -a', first: put('ignored'), changes: 'ignored' },
  { command: 'git clean -fd', first: put('loose.txt'), changes: 'loose.txt', leaves: [...USUAL, 'ignored'] },
  { command: 'git clean -fdx', first: put('ignored'), changes: 'ignored', leaves: USUAL },
  { command: 'git clean -fX', first: put('x.log'), changes: 'x.log', leaves: USUAL },
  { command: 'git rm -rq dir', changes: 'dir/one' },
  { command: "git rm -q '*.txt'", changes: 'kept.txt' },
  { command: 'git mv dir other', changes: 'other/one' },
  { command: 'git checkout-index -f -a', first: put('.env'), changes: '.env' },
  { command: 'git sparse-checkout set lib', changes: 'dir/one' },
  { command: 'git pull . secret', changes: '.env' },
  { command: 'git -c user.name=y merge feature', changes: 'a.txt', leaves: USUAL },
  ...[
    { command: 'git rebase --abort', changes: 'a.txt', first: stopped('rebase', 'feature') },
    { command: 'git rebase --continue', changes: 'old/f', first: stopped('rebase', 'feature') },
    {
      command: 'GIT_EDITOR=true git rebase --continue',
      changes: 'old/f',
      first: stopped('rebase', 'feature'),
    },
    { command: 'git rebase --skip', changes: 'old/f', first: stopped('rebase', 'feature') },
    { command: 'git rebase --abort', changes: 'a.txt', first: stopped('rebase', '--apply', 'feature') },
  ].map((one) => ({ ...one, on: 'clashes', leaves: USUAL })),
  ...[
    {
      command: 'git cherry-pick --continue',
      changes: 'old/f',
      first: stopped('cherry-pick', 'clash', 'clashes'),
    },
    {
      command: 'git cherry-pick --skip',
      changes: 'old/f',
      first: stopped('cherry-pick', 'clash', 'clashes'),
    },
    { command: 'git cherry-pick --abort', changes: 'a.txt', first: stopped('cherry-pick', 'edits', 'clash') },
    { command: 'git cherry-pick --abort', changes: 'a.txt', first: stopped('cherry-pick', 'clash') },
    { command: 'git merge --abort', changes: 'a.txt', first: stopped('merge', 'clash') },
    { command: 'git revert --abort', changes: 'a.txt', first: stopped('revert', 'clash') },
  ].map((one) => ({ ...one, on: 'feature', leaves: USUAL })),
  {
    command: 'git rebase --abort',
    on: 'clashes',
    first(directory) {
      put('.env')(directory);
      stopped('rebase', '--autostash', 'feature')(directory);
    },
    changes: '.env',
    leaves: ['kept.txt'],
  },
  {
    command: 'git rebase --abort',
    on: 'clashes',
    first(directory) {
      stopped('rebase', 'feature')(directory);
      put('.env')(directory);
    },
    changes: '.env',
    leaves: ['kept.txt'],
  },
  {
    command: 'git rebase --continue',
    on: 'clashes',
    first: stopped('rebase', '-x', 'echo > .env', 'feature'),
    changes: '.env',
    mayBeAny: true,
  },
  {
    command: 'git rebase --continue',
    on: 'clashes',
    first: stopped('rebase', '--apply', 'feature'),
    mayBeAny: true,
  },
  { command: 'git worktree add new/tree feature', changes: 'new/tree/a.txt', leaves: USUAL },
  { command: 'git worktree add -b other tree secret', changes: 'tree/.env', leaves: USUAL },
  { command: 'git worktree add secret', changes: 'secret/.env', leaves: USUAL },
  { command: 'git worktree add tree', changes: 'tree/.env', leaves: USUAL },
  { command: 'git worktree add tree -', on: 'adds', changes: 'tree/a.txt', leaves: USUAL },
  { command: 'git worktree add --guess-remote far', changes: 'far/.env', leaves: USUAL },
  { command: 'git -C dir worktree add ../tree file', changes: 'tree/dir', leaves: USUAL },
  { command: 'git worktree add --no-checkout tree adds', leaves: ['tree/lib/.env'] },
  { command: 'git am p', first: set('am.threeWay', 'true'), mayBeAny: true },
  { command: 'git rebase --continue', leaves: [...USUAL, 'a.txt'] },
  { command: 'git rebase --abort', first: put('.env'), leaves: [...USUAL, 'a.txt'] },
];

describe('the files that git says a command may change', () => {
  it.each(CASES.map((one, number) => [number, one.command, one] as const))(
    '%i: %s: are all that it changes',
    (number, _command, given) => {
      const { told, changed, directory } = outcome(number, given);
      const isTold = (name: string): boolean =>
        told.some(
          (one) => one === '/' || one === name || name.startsWith(one.endsWith('/') ? one : `${one}/`),
        );
      expect(changed.filter((name) => !isTold(name))).toEqual([]);
      if (given.changes !== undefined) expect(changed).toContain(given.changes);
      for (const name of given.leaves ?? []) expect(told).not.toContain(name);
      if (given.mayBeAny === true) expect(told).toContain('/');
      if (given.leaves !== undefined) expect(told).not.toContain('/');
      expect(existsSync(directory)).toBe(true);
    },
  );
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { analyzeCommand } from '@sluice/shell';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandActions } from '../../../src/bash/judge/command-actions.ts';
import { reachedPaths } from '../../../src/bash/judge/reached-paths.ts';
import { loadShell } from '../../../src/bash/settings/shell.ts';

beforeAll(loadShell);

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
symlinkSync(main, join(root, 'link'));
for (const [name, url] of [
  ['origin', 'https://example.com/trunk.git'],
  ['elsewhere', join(root, 'elsewhere')],
  ['home', main],
  ['linked', join(root, 'link')],
  ['by-url', pathToFileURL(join(main, '.git')).href.replace('main', 'm%61in')],
  ['by-pushurl', 'https://example.com/x.git'],
  ['shortened', 'short:repo'],
  ['over-ssh', `ssh://me@localhost${main}`],
  ['self', '.'],
  ['sibling', join(root, 'other')],
] as const)
  git(main, 'remote', 'add', name, url);
git(main, 'remote', 'set-url', '--push', 'by-pushurl', main);
git(main, 'config', `url.${root}/ma.pushInsteadOf`, 'short:');
git(main, 'config', `url.${main}.insteadOf`, 'short:repo');

/** The branches that another worktree has checked out and that a line moves, as seen from the agent's own. */
function held(line: string, cwd = own): readonly string[] {
  const { commands } = analyzeCommand(line, { cwd, home: '/home/u' });
  const heads = `${join(main, '.git', 'refs', 'heads')}/`;
  return commands
    .flatMap((command) => reachedPaths(command, 0))
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
    'git push home HEAD:trunk',
    'git push -f linked +HEAD:refs/heads/trunk',
    'git push by-url HEAD:trunk',
    'git push by-pushurl HEAD:trunk',
    'git push shortened HEAD:trunk',
    'git push over-ssh HEAD:trunk',
    'git push self HEAD:trunk',
    'git push sibling HEAD:trunk',
    'git push short:repo HEAD:trunk',
    'git subtree push -P sub home trunk',
    'git -c remote.origin.url=../../.. push origin HEAD:trunk',
    'git -c url.../../...insteadOf=https://a push https://a HEAD:trunk',
    'git branch -u home/free trunk',
    'git branch --set-upstream-to=home/free trunk',
    'git branch --unset-upstream trunk',
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
    'git push --all home',
    'git push home',
    'git push --repo=home',
    'git push home "$x"',
    'git fetch -u origin "$x"',
    'git fetch origin $x',
    'git fetch origin \\"$x\\"',
    'git fetch "$@"',
    'git fetch origin "${list[@]}"',
    'git fetch origin *',
    'git fetch origin "$(echo \'"\')"$x""',
    'git fetch "$x" origin "$y"',
    'git pull origin "$x"',
    'git pull $x',
    'git replace HEAD free',
    'git branch -f "$x"',
    'git checkout -B @{-1}',
    'git "$x" refs/heads/trunk HEAD',
    'git filter-branch -- --all',
    'git -c remote.origin.fetch=+refs/heads/x:refs/heads/trunk fetch -u',
    'git -c remote.origin.fetch=+refs/heads/x:refs/heads/trunk fetch --update-head-ok origin',
    'git -c remote.origin.fetch=+refs/heads/x:refs/heads/trunk pull',
    'git -c remote.origin.fetch=+refs/heads/x:refs/heads/trunk pull origin',
    'git --config-env=remote.origin.fetch=X pull',
    'git -c include.path=x pull',
    'git -c include.path=x up',
    'git -c "$x" up',
    'git --config-env=alias.up=X up',
    'git --config-env alias.up=X up HEAD',
    'git -c alias.a=b -c alias.b="fetch -u . +refs/heads/*:refs/heads/*" a',
    'git -c alias.Up="-c a.b=c filter-branch" UP',
    'git lfs migrate import --everything',
    'git replay --onto trunk trunk..agent',
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
    'git fetch origin "$branch"',
    'git fetch origin "$(git branch --show-current)"',
    'git pull "$remote"',
    'git push origin "$branch"',
    'git push -u elsewhere HEAD:trunk',
    'git push home HEAD:free',
    'git branch -u origin/agent',
    'git replace -l',
    'git subtree push -P sub origin trunk',
    'git pull --rebase origin trunk',
    'git commit -am x',
    'git reset --hard trunk',
    'git log trunk',
    'git pull',
    'git -c pull.rebase=true -c user.name=x commit -m y',
    'git -c core.pager=cat fetch origin',
    'git -c include.path=x status',
    'git -c remote.origin.fetch=+refs/heads/x:refs/heads/trunk fetch origin',
    'git -c alias.st=status st',
  ])('%s moves none', (line) => {
    expect(held(line)).toEqual([]);
  });

  it('are moved by a push that names no remote, if the settings send it to the repository itself', () => {
    const alone = join(root, 'alone');
    const linked = join(root, 'linked-to-alone');
    mkdirSync(alone);
    git(alone, 'init', '-b', 'trunk');
    git(alone, 'commit', '--allow-empty', '-m', 'first');
    git(alone, 'worktree', 'add', '-b', 'agent', linked);
    git(alone, 'remote', 'add', 'origin', 'https://example.com/trunk.git');
    const pushed = () =>
      analyzeCommand('git push', { cwd: linked, home: '/home/u' }).commands.flatMap((command) =>
        reachedPaths(command, 0),
      );
    expect(pushed()).toEqual([]);
    git(alone, 'config', 'branch.agent.remote', '.');
    expect(pushed()).toEqual([join(alone, '.git/refs/heads/trunk')]);
  });

  it('are moved by a pull in a mirror', () => {
    const mirror = join(root, 'mirror');
    const linked = join(root, 'linked-to-mirror');
    git(root, 'clone', '--mirror', main, mirror);
    git(mirror, 'worktree', 'add', '-b', 'mine', linked);
    git(mirror, 'worktree', 'add', join(root, 'trunk-of-mirror'), 'trunk');
    const reached = (line: string) =>
      analyzeCommand(line, { cwd: linked, home: '/home/u' }).commands.flatMap((command) =>
        reachedPaths(command, 0),
      );
    for (const line of ['git pull', 'git fetch -u origin'])
      expect(new Set(reached(line))).toEqual(new Set([join(mirror, 'refs/heads/trunk')]));
    expect(reached('git fetch')).toEqual([]);
  });

  it('are none in a checkout that is not a linked worktree', () => {
    expect(held('git update-ref refs/heads/trunk HEAD', main)).toEqual([]);
  });
});

describe('what all worktrees share', () => {
  const shared = (line: string): readonly string[] =>
    analyzeCommand(line, { cwd: own, home: '/home/u' })
      .commands.flatMap((command) => reachedPaths(command, 0))
      .flatMap((path) => (path?.startsWith(`${main}/.git/`) === true ? [path.slice(main.length + 6)] : []));

  it.each([
    ['git config user.name x', 'config'],
    ['git config --local core.hooksPath x', 'config'],
    ['git config --worktree core.hooksPath x', 'config'],
    ['git config --add alias.x y', 'config'],
    ['git config --unset-all x.y', 'config'],
    ['git config --replace-all x.y z', 'config'],
    ['git config --rename-section x y', 'config'],
    ['git config set core.fsmonitor x', 'config'],
    ['git config unset x.y', 'config'],
    ['git config -e', 'config'],
    ['git config core.hooksPath list', 'config'],
    ['git config core.hooksPath -- --get', 'config'],
    ['git config --comment --global x.y z', 'config'],
    ['git config "$x"', 'config'],
    ['git config -f "$(git rev-parse --git-common-dir)/config" x.y z', 'config'],
    ['git -c a.b=c config x.y z', 'config'],
    ['git -c alias.c="config x.y" c z', 'config'],
    ['env git config x.y z', 'config'],
    ["bash -c 'git config x.y z'", 'config'],
    ['git remote add x y', 'config'],
    ['git remote set-url origin y', 'config'],
    ['git remote -v rename origin y', 'config'],
    ['git remote "$x" origin y', 'config'],
    ['git sparse-checkout set x', 'config'],
    ['git maintenance start', 'config'],
    ['git init --template x', 'hooks'],
    ['git init .', 'hooks'],
    ['git init --templ x --initial-branch main', 'hooks'],
    ['git init -qb main', 'hooks'],
    ['git lfs install', 'hooks'],
    ['git stash clear', 'refs/stash'],
    ['git update-ref -d refs/stash', 'refs/stash'],
    ['git reflog expire --expire=now --all', 'logs'],
    ['git reflog delete stash@{0}', 'logs'],
    ['git reflog expire --expire=now "$x"', 'logs'],
    ['git prune', 'objects'],
    ['git prune --expire=now', 'objects'],
    ['git gc --prune=now', 'objects'],
    ['git gc --aggressive --prune=all', 'objects'],
    ['git -c gc.pruneExpire=now gc', 'objects'],
    ['git repack -ad', 'objects'],
    ['git repack -a -d -q', 'objects'],
    ['git submodule sync', 'config'],
    ['git submodule deinit --all', 'config'],
    ['git submodule set-url a b', 'config'],
    ['git submodule add a b', 'config'],
    ['git submodule "$x"', 'config'],
    ['husky', 'config'],
    ['npx husky install', 'config'],
    ['yarn husky', 'config'],
    ['npx husky-init', 'config'],
    ['corepack yarn husky install', 'config'],
    ['git machete traverse', 'refs/heads'],
    ['git branchless sync', 'refs/heads'],
    ['pre-commit install', 'hooks'],
    ['pre-commit install --hook-type commit-msg', 'hooks'],
    ['uvx pre-commit uninstall', 'hooks'],
    ['python -m pre_commit install', 'hooks'],
    ['lefthook install -f', 'hooks'],
    ['npx simple-git-hooks', 'hooks'],
    ['bundle exec overcommit --install', 'hooks'],
    ['git lfs install --local', 'hooks'],
    ['git secrets --install', 'hooks'],
    ['gh repo set-default a/b', 'config'],
    ['gh repo sync -b trunk', 'refs/heads'],
    ['git town sync', 'refs/heads'],
    ['git -c include.path=x cfg', 'config'],
    ['git update-ref main-worktree/HEAD HEAD', 'main-worktree/HEAD'],
    ['git symbolic-ref main-worktree/HEAD refs/heads/free', 'main-worktree/HEAD'],
    ['git update-ref worktrees/other/HEAD HEAD', 'worktrees/other/HEAD'],
  ])('%s changes %s', (line, name) => {
    expect(shared(line)).toContain(name);
  });

  it.each([
    'git config user.name',
    'git config --get user.name x',
    'git config --get-regexp x y',
    'git config -l',
    'git config list --show-origin',
    'git config get --all x.y',
    'git config --global user.name x',
    'git config -f mine.cfg x.y z',
    'git -c user.name=x commit -m y',
    'git remote',
    'git remote -v',
    'git lfs pull',
    'corepack enable',
    'git remote show origin',
    'git remote get-url origin',
    'git remote prune origin',
    'git sparse-checkout list',
    'git maintenance run',
    'git init sub',
    'git init --bare sub.git',
    'git stash',
    'git stash push -m x',
    'git stash pop',
    'git stash drop',
    'git stash list',
    'git stash apply',
    'git stash show -p stash@{3}',
    'git gc',
    'git gc --auto',
    'git gc --prune=2.weeks.ago',
    'git prune -n',
    'git repack -d',
    'git reflog',
    'git reflog expire --expire=now HEAD',
    'git submodule status',
    'git submodule update',
    'git submodule update --init --recursive',
    'git submodule foreach git status',
    'git worktree list',
    'git worktree add ../x',
    'git worktree prune',
    'pre-commit run --all-files',
    'lefthook run pre-commit',
    'husky --version',
    'gh pr create --fill',
    'npm ci',
    'yarn install',
    'npm config set x y',
  ])('%s changes nothing of it', (line) => {
    expect(shared(line)).toEqual([]);
  });
});

describe('what others have stashed, and other worktrees', () => {
  const repository = join(root, 'stashed');
  const linked = join(root, 'linked-to-stashed');
  const sibling = join(root, 'sibling-of-linked');
  const common = join(repository, '.git');
  const reached = (line: string): readonly (string | undefined)[] =>
    analyzeCommand(line, { cwd: linked, home: '/home/u' }).commands.flatMap((command) =>
      reachedPaths(command, 0),
    );
  const stash = (cwd: string, ...words: readonly string[]): void => {
    writeFileSync(join(cwd, 'file'), String(Math.random()));
    git(cwd, 'stash', 'push', '-u', ...words);
  };
  beforeAll(() => {
    mkdirSync(repository);
    git(repository, 'init', '-b', 'trunk');
    git(repository, 'commit', '--allow-empty', '-m', 'first');
    git(repository, 'worktree', 'add', '-b', 'agent', linked);
    git(repository, 'worktree', 'add', '-b', 'other', sibling);
    stash(linked);
    stash(repository);
    stash(linked, '-m', 'On trunk: mine');
  });

  it.each([
    'git stash pop stash@{1}',
    'git stash drop 1',
    'git stash pop --index refs/stash@{1}',
    'git stash branch new stash@{1}',
    'git stash pop "$x"',
    'git stash drop stash@{yesterday}',
    'git stash "$x"',
  ])('%s takes one of another worktree', (line) => {
    expect(reached(line)).toContain(join(common, 'refs/stash'));
  });

  /** Through all of the line. */
  const ofLine = (line: string): readonly (string | undefined)[] => {
    const analysis = analyzeCommand(line, { cwd: linked, home: '/home/u' });
    const given = { leavesOut: false, homes: [], hidesDenied: false, isConfined: false };
    const { actions } = commandActions(analysis, given);
    return actions.flatMap((action) => (action.type === 'command' ? (action.reaches ?? []) : []));
  };

  it.each([
    'git stash drop; git stash drop',
    'git stash pop && npm test && git stash pop',
    'for i in 1 2; do git stash drop; done',
    'seq 2 | xargs -n1 git stash drop',
    'git stash drop 2; git stash drop 0',
  ])('%s takes one of another worktree once its own is gone', (line) => {
    expect(ofLine(line)).toContain(join(common, 'refs/stash'));
  });

  it.each(['git stash drop', 'git stash && npm test; git stash pop', 'git stash apply; git stash drop'])(
    '%s takes only its own',
    (line) => {
      expect(ofLine(line)).not.toContain(join(common, 'refs/stash'));
    },
  );

  it.each([
    'git stash pop',
    'git stash drop -q',
    'git stash pop stash@{0}',
    'git stash drop 2',
    'git stash branch new',
    'git stash apply stash@{1}',
    'git stash drop 7',
  ])('%s takes one of its own', (line) => {
    expect(reached(line)).toEqual([]);
  });

  it.each([
    ['git worktree remove sibling-of-linked'],
    ['git worktree remove --force ../sibling-of-linked'],
    ['git worktree move sibling-of-linked x'],
    ['git worktree unlock sibling-of-linked'],
    ['git worktree remove "$x"'],
    ['git worktree repair'],
  ])('%s reaches another worktree', (line) => {
    expect(reached(line)).toContain(sibling);
  });

  it.each(['git worktree remove linked-to-stashed', 'git worktree lock .', 'git worktree add ../new'])(
    '%s reaches none',
    (line) => {
      expect(reached(line)).not.toContain(sibling);
    },
  );

  it('submodules that are not set up yet would be set up for all', () => {
    writeFileSync(join(linked, '.gitmodules'), '[submodule "a b"]\n\tpath = x\n\turl = ./x\n');
    const lines = ['git submodule update --init', 'git submodule init', 'git submodule update "$x"'];
    for (const line of lines) expect(reached(line), line).toContain(join(common, 'config'));
    expect(reached('git submodule update')).toEqual([]);
    git(repository, 'config', 'submodule.a b.url', './x');
    for (const line of lines) expect(reached(line), line).toEqual([]);
  });
});

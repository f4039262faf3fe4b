import { expect, test } from 'vitest';
import { analyzeCommand } from '../../src/effects/analyze-command.ts';
import type { AnalysisContext } from '../../src/effects/analysis.ts';
import type { GitSetting } from '../../src/tables/repository.ts';
import { analyze, CONTEXT } from './analyze.ts';
import { quietRepository } from './quiet-repository.ts';

function applied(source: string): string {
  let text = source;
  for (const { at, text: inserted } of analyze(source).hardening?.insertions.toReversed() ?? [])
    text = text.slice(0, at) + inserted + text.slice(at);
  return text;
}

const DIFF = '--no-ext-diff --no-textconv --ignore-submodules=dirty';

test.each([
  ['git status', 'git status --ignore-submodules=dirty'],
  ['timeout 5 git diff;ls', `timeout 5 git diff ${DIFF};ls`],
  ['LANG=C git --no-pager log -3 | head', `LANG=C git --no-pager log ${DIFF} -3 | head`],
  [
    'echo "$(git status)" `git diff a`',
    `set -f; echo "$(git status --ignore-submodules=dirty)" \`git diff ${DIFF} a\``,
  ],
  ['echo "`git diff`"', `echo "\`git diff ${DIFF}\`"`],
  ['git diff HEAD~1 && git status', `git diff ${DIFF} HEAD~1 && git status --ignore-submodules=dirty`],
  ['for i in a b; do git diff $i; done', `for i in a b; do git diff ${DIFF} $i; done`],
  ['cat <<E\n$(git diff)\nE\n', `cat <<E\n$(git diff ${DIFF})\nE\n`],
  ['git rev-parse HEAD', 'git rev-parse HEAD'],
  // Any option of a diff would have it show a patch.
  ['git stash show', `git stash show ${DIFF} --stat`],
  ['git stash show stash@{1}', `git stash show ${DIFF} --stat stash@{1}`],
  ['git stash show -p', `git stash show ${DIFF} -p`],
])('%s is run with what keeps it from starting programs', (source, hardened) => {
  expect(analyze(source).isReadOnly).toBe(true);
  expect(analyze(source).hardening?.environment).toHaveProperty('GIT_CONFIG_COUNT');
  expect(applied(source)).toBe(hardened);
});

test.each([
  'git "diff"',
  'git d""iff',
  'git di\\\nff',
  "bash -c 'git diff'",
  'ls | xargs git diff',
  'x=diff; git $x',
])('%s has no place for it', (source) => {
  expect(analyze(source).isReadOnly).toBe(false);
  expect(analyze(source).hardening?.insertions ?? []).toEqual([]);
});

test.each([
  ['rg x', 'RIPGREP_CONFIG_PATH', 'rg --no-messages x'],
  ['rg --no-config x', 'RIPGREP_CONFIG_PATH', 'rg --no-messages --no-config x'],
  [
    'rg --files | head; rg x a',
    'RIPGREP_CONFIG_PATH',
    'rg --no-messages --files | head; rg --no-messages x a',
  ],
  ['timeout 5 rg x', 'RIPGREP_CONFIG_PATH', 'timeout 5 rg --no-messages x'],
  ['tar tf a.tar', 'TAR_OPTIONS', 'tar tf a.tar'],
  ['echo 1 | bc', 'BC_ENV_ARGS', 'echo 1 | bc'],
  ['ruby -v', 'RUBYOPT', 'ruby -v'],
  ['perl -v', 'PERL5OPT', 'perl -v'],
])('%s is run without the options that the session gives it in %s', (source, variable, hardened) => {
  expect(analyze(source).isReadOnly).toBe(true);
  expect(analyze(source).hardening?.environment).toHaveProperty(variable, '');
  expect(applied(source)).toBe(hardened);
});

test.each(['rg --ignore-messages x', 'rg --messages x', 'ls | xargs rg x', "bash -c 'rg x'"])(
  '%s may quote ignore files',
  (source) => {
    expect(analyze(source).isReadOnly).toBe(false);
  },
);

test('lsof asks no name server', () => {
  expect(applied('lsof -i :3000 | head')).toBe('lsof -n -i :3000 | head');
  expect(applied('lsof -nP -i')).toBe('lsof -nP -i');
  expect(analyze('pgrep x | xargs lsof -p').isReadOnly).toBe(false);
  expect(analyze('lsof -i :3000').isReadOnly).toBe(true);
});

test('commands that need nothing have none', () => {
  expect(analyze('ls | wc -l').hardening).toBeUndefined();
});

const onLine = (source: string, repository: AnalysisContext['repository']) =>
  analyzeCommand(source, {
    cwd: CONTEXT.cwd,
    home: CONTEXT.home,
    ...(repository !== undefined && { repository }),
  });

test.each([
  ['core.editor', '/p/evil', true],
  ['core.fsmonitor', '/p/evil', true],
  ['diff.x.textconv', '/p/evil', true],
  ['filter.lfs.clean', 'git-lfs', false],
  ['merge.x.driver', '/p/evil', true],
  ['log.diffmerges', 'remerge', false],
  ['log.diffmerges', 'R', false],
  ['log.diffmerges', 'separate', true],
  ['format.pretty', 'format:%h %G?', false],
  ['format.pretty', 'fuller', true],
  ['pretty.mine', '%h %GS', false],
  ['pretty.mine', '%h %s', true],
  ['branch.sort', '-signature', false],
  ['tag.sort', 'signature:key', false],
  ['branch.sort', '-committerdate', true],
  ['extensions.refstorage', 'reftable:///q', false],
  ['pretty.mine', 'tformat:%h%+GK', false],
  ['tag.sort', 'version:refname', true],
  ['tag.sort', '*signature', false],
  ['core.virtualfilesystem', '/p/evil', false],
  ['section.of.tomorrow', 'x', false],
  ['core', 'x', false],
  ['color.', 'x', false],
])('a repository that sets %s to %s: read-only is %s', (key, value, isReadOnly) => {
  const found = onLine('git status', (directory) => quietRepository(directory, { [key]: value }));
  expect(found.isReadOnly).toBe(isReadOnly);
});

test('a filter of the repository matters only where files of the work tree are converted', () => {
  const repository = (directory: string) => quietRepository(directory, { 'filter.x.process': 'evil' });
  for (const source of [
    'git status',
    'git diff',
    'git diff-files',
    'git diff-index HEAD',
    'git ls-files',
    'git blame f',
  ])
    expect(onLine(source, repository).isReadOnly).toBe(false);
  for (const source of ['git log -p', 'git show', 'git stash show', 'git branch', 'git grep x'])
    expect(onLine(source, repository).isReadOnly).toBe(true);
});

test('a converter of shown contents matters only where no option leaves it out, whoever has set it', () => {
  const converter = {
    key: 'diff.x.textconv',
    value: 'exiftool',
    scope: 'global',
    file: '/home/u/.gitconfig',
  } as const;
  const ofUser = (directory: string) => {
    const quiet = quietRepository(directory, {});
    return { ...quiet, settings: [{ ...converter, isOfRepository: false }, ...quiet.settings] };
  };
  const ofRepository = (directory: string) =>
    quietRepository(directory, { [converter.key]: converter.value });
  for (const repository of [ofUser, ofRepository]) {
    expect(onLine('git status -v', repository).isReadOnly).toBe(false);
    for (const source of ['git status', 'git diff', 'git log -p'])
      expect(onLine(source, repository).isReadOnly).toBe(true);
  }
  expect(onLine('git status -v', (directory) => quietRepository(directory, {})).isReadOnly).toBe(true);
});

test('a merge driver of the repository does not go with merges shown by merging again, whoever asks for that', () => {
  const merging: GitSetting = {
    key: 'log.diffmerges',
    value: 'remerge',
    scope: 'global',
    file: '/home/u/.gitconfig',
    isOfRepository: false,
  };
  const repository = (drivers: Readonly<Record<string, string>>) => (directory: string) => {
    const quiet = quietRepository(directory, drivers);
    return { ...quiet, settings: [merging, ...quiet.settings] };
  };
  expect(onLine('git log -m', repository({})).isReadOnly).toBe(true);
  expect(onLine('git log -m', repository({ 'merge.x.driver': 'evil' })).isReadOnly).toBe(false);
});

test.each([
  ['no one can say which repository it is', undefined],
  ['git can not say which repository it is', () => ({ status: 'unknown', why: 'git is not there' }) as const],
])('git is not read-only where %s', (_, repository) => {
  expect(onLine('git status', repository).isReadOnly).toBe(false);
  expect(onLine('git --version; git version', repository).isReadOnly).toBe(true);
});

test('the work tree and what git reads elsewhere are read by every command that uses the repository', () => {
  const places = ['/q/repo.git/HEAD', '/r/objects'];
  const repository = () => ({ ...quietRepository('/p/top', { 'core.excludesfile': '../q/list' }), places });
  for (const source of ['git branch', 'git log --oneline', 'git rev-parse HEAD', 'git config user.name']) {
    const [command] = onLine(source, repository).commands;
    const seen = command?.files.map(({ access, path, isTree }) => `${access} ${path} ${isTree}`);
    expect(seen).toEqual(
      expect.arrayContaining([
        'list /p/top false',
        'read /q/repo.git/HEAD false',
        'read /r/objects false',
        'read /p/q/list false',
      ]),
    );
  }
});

test('files that the index names outside of the work tree are read by what follows it', () => {
  const strays = (found: readonly string[] | undefined) => (directory: string) => ({
    ...quietRepository(directory),
    strays: () => found,
  });
  for (const source of ['git status', 'git diff', 'git diff-index HEAD', 'git grep x', 'git ls-files -m']) {
    const [command] = onLine(source, strays(['/q/secret'])).commands;
    expect(command?.files).toContainEqual(expect.objectContaining({ access: 'read', path: '/q/secret' }));
    expect(onLine(source, strays(undefined)).isReadOnly).toBe(false);
  }
  expect(onLine('git log -p', strays(undefined)).isReadOnly).toBe(true);
});

test('what symbolic links in the git directory lead to is read by every command', () => {
  const links = (found: readonly string[] | undefined) => (directory: string) => ({
    ...quietRepository(directory),
    links: () => found,
  });
  for (const source of ['git log', 'git show HEAD', 'git branch', 'git status']) {
    const [command] = onLine(source, links(['/q/object'])).commands;
    expect(command?.files).toContainEqual(expect.objectContaining({ access: 'read', path: '/q/object' }));
    expect(onLine(source, links(undefined)).isReadOnly).toBe(false);
  }
});

test('git is kept to the repository that was looked at', () => {
  const { hardening } = analyze('git status && git log');
  expect(hardening?.environment).toMatchObject({ GIT_DIR: '/p/.git', GIT_WORK_TREE: '/p' });
});

test.each([
  ['git rev-parse --git-common-dir', false],
  ['git rev-parse --show-toplevel --git-path hooks', false],
  ['git rev-parse --git-dir HEAD', true],
  ['git rev-parse --all', true],
  ['git rev-parse --git-common-dir && git log', true],
  ['git config --show-origin --list', true],
])('%s is kept to that repository: %s', (source, isPinned) => {
  const { isReadOnly, hardening } = analyze(source);
  expect(isReadOnly).toBe(true);
  expect(Object.hasOwn(hardening?.environment ?? {}, 'GIT_DIR')).toBe(isPinned);
});

test('where there is no repository, git only reads in a line that can not create one', () => {
  const pins = { GIT_DIR: '/dev/null', GIT_CEILING_DIRECTORIES: '/', GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
  const repository = () => ({ status: 'none', settings: [], pins }) as const;
  expect(onLine('git status || ls', repository).isReadOnly).toBe(true);
  const { commands, hardening } = onLine('git init && git status', repository);
  expect(commands[1]).toMatchObject({
    readsItself: false,
    why: expect.stringContaining('git finds no repository here'),
  });
  // Allowed by a rule or a person, it is to find what the line has created.
  for (const name of Object.keys(pins)) {
    expect(hardening?.environment).not.toHaveProperty(name);
    expect(onLine('git status > out', repository).hardening?.environment).toHaveProperty(name);
  }
});

test.each([
  ['git config --list', ['/etc/gitconfig', '/home/u/.gitconfig']],
  ['git config --get-regexp url', ['/etc/gitconfig', '/home/u/.gitconfig']],
  ['git config --global -l', ['/home/u/.gitconfig']],
  ['git config --system --list', ['/etc/gitconfig']],
  ['git config --local -l', []],
  ['git config HTTP.https://x.ExtraHeader', ['/home/u/.gitconfig']],
  ['git config get http.https://x.extraheader', ['/home/u/.gitconfig']],
  ['git config user.name', []],
  ['git config --get core.bare', []],
  ['git config "$key"', []],
  ['git remote -v', ['/etc/gitconfig']],
  ['git remote get-url origin', ['/etc/gitconfig']],
  ['git remote', ['/etc/gitconfig']],
  ['git status', []],
])('%s shows what %j say', (source, files) => {
  const of = (key: string, scope: 'global' | 'system', file: string): GitSetting => ({
    key,
    value: 'secret',
    scope,
    file,
    isOfRepository: false,
  });
  const repository = (directory: string) => ({
    ...quietRepository(directory, { 'remote.origin.url': 'x' }),
    settings: [
      of('user.name', 'global', '/home/u/.gitconfig'),
      of('http.https://x.extraheader', 'global', '/home/u/.gitconfig'),
      of('url.https://token@x.insteadof', 'system', '/etc/gitconfig'),
    ],
  });
  const [command] = onLine(source, repository).commands;
  const read = command?.files.filter(({ access }) => access === 'read').map(({ path }) => path);
  expect(read?.toSorted()).toEqual(files);
});

test('git is asked once, and for git alone', () => {
  const asked: string[] = [];
  const repository = (directory: string) => {
    asked.push(directory);
    return quietRepository(directory);
  };
  onLine('ls; git fetch', repository);
  expect(asked).toEqual([]);
  onLine('git status; git diff', repository);
  expect(asked).toEqual(['/p']);
});

test('output that a sandbox would change is told', () => {
  expect(analyze('ps aux | head').reportsOnMachine).toBe(true);
  expect(analyze('ls').reportsOnMachine).toBe(false);
});

/** One repository at `/p`, but for another in `/p/other`. */
const SHARED: AnalysisContext = {
  ...CONTEXT,
  repository: (directory) => {
    const top = directory.startsWith('/p/other') ? '/p/other' : '/p';
    const name = directory === top ? '.git' : `${top}/.git`;
    return { ...quietRepository(top), pins: { GIT_DIR: name, GIT_WORK_TREE: top } };
  },
};

test.each([
  ['git status', '.git'],
  ['cd sub && git status', '/p/.git'],
  ['cd sub; git status', '/p/.git'],
  ['git -C sub status', '/p/.git'],
  ['git -C . status', '.git'],
  ['git -C /p status', '.git'],
  ['git status && git -C sub diff', '/p/.git'],
  ['git -C sub diff; git status', '/p/.git'],
  ['(cd sub && git diff) && git status', '/p/.git'],
])('%s goes to the repository of the session by the name %s', (source, name) => {
  const analysis = analyzeCommand(source, SHARED);
  expect(analysis.isReadOnly).toBe(true);
  expect(analysis.hardening?.environment).toMatchObject({ GIT_DIR: name, GIT_WORK_TREE: '/p' });
});

test.each([
  'cd other && git status',
  'cd other; git status',
  'git -C other status',
  'git status; git -C other status',
  'git -C sub/../other status',
  'git -C "$x" status',
  'git -C -x status',
  'git -C sub -C ../other status',
  'git -C sub -c core.pager=x log',
  'git -C sub push',
  'cd $x && git status',
])('%s may go to another repository, or do more', (source) => {
  expect(analyzeCommand(source, SHARED).isReadOnly).toBe(false);
});

test('what git reads in another directory is named from there', () => {
  const { commands } = analyzeCommand('git -C sub diff -- a ../b', SHARED);
  const paths = commands.flatMap(({ files }) => files.map(({ access, path }) => `${access} ${path ?? '?'}`));
  expect(paths).toEqual(['list /p/sub', 'read /p/sub/a', 'read /p/sub/../b', 'list /p']);
});

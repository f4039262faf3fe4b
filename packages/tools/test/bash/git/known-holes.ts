import type { Layout, PlacedSetting } from './layout.ts';

const set = (key: string, value = '{program}', more: Partial<PlacedSetting> = {}): PlacedSetting => ({
  key,
  value,
  spelling: 'plain',
  file: 'config',
  ...more,
});

const attack = (more: Partial<Layout>): Layout => ({
  isBenign: false,
  place: 'plain',
  hasMark: false,
  settings: [],
  extras: [],
  commands: ['git status', 'git diff', 'git log -p -1'],
  ...more,
});

const filter = set('filter.evil.clean');

/** Repositories that once got a program run or a file outside shown; a title and the least that it takes. */
export const knownHoles: readonly (readonly [title: string, layout: Layout])[] = [
  [
    'a comment that ends in a backslash does not hide the line below it',
    attack({
      settings: [{ ...filter, spelling: 'behind a comment that ends in a backslash' }],
      extras: ['attributes in the tree'],
    }),
  ],
  [
    'an empty .git is none',
    attack({ place: 'empty .git inside', settings: [filter], extras: ['attributes in the tree'] }),
  ],
  [
    'a repository without .git is one, whatever stands beside it',
    attack({
      place: 'repository without .git, an invalid one beside it',
      settings: [filter],
      extras: ['attributes in the tree'],
    }),
  ],
  [
    'a blank at the end of commondir is part of the name',
    attack({
      place: 'commondir with a blank at its end',
      settings: [filter],
      extras: ['attributes in the tree'],
    }),
  ],
  [
    'a merge that is done again runs merge drivers',
    attack({
      settings: [set('log.diffMerges', 'remerge'), set('merge.evil.driver')],
      extras: ['attributes of the repository'],
      commands: ['git log -m -1 --name-only', 'git log -m -p', 'git show -m HEAD'],
    }),
  ],
  [
    'a tree at the root holds files outside',
    attack({
      extras: ['paths outside in the index, for a tree at the root'],
      commands: ['git diff', 'git diff HEAD', 'git grep -n e', 'git status'],
    }),
  ],
  [
    'a path from the top with --untracked may be outside the workspace',
    attack({
      place: 'workspace in a larger repository',
      commands: [
        'git grep --untracked e -- :/untracked.txt',
        "git grep --untracked e -- ':(top)a.txt'",
        'git grep --untracked e -- :/',
        'git grep e -- :/a.txt',
        'git diff -- :/a.txt',
      ],
    }),
  ],
  [
    'a path from the top of a tree at the root is any path',
    attack({
      settings: [set('core.worktree', '/')],
      commands: ['git grep --untracked e -- :/{file}', "git grep --untracked e -- ':(top){file}'"],
    }),
  ],
  [
    'a .git file leads to a repository outside',
    attack({
      place: 'git file to a repository outside',
      commands: ['git log -p', 'git show HEAD:secret.txt', 'git cat-file -p HEAD'],
    }),
  ],
  [
    'a .git that is a link leads to a repository outside',
    attack({
      place: 'link to a git directory outside',
      commands: ['git log -p', 'git show HEAD:secret.txt', 'git ls-files'],
    }),
  ],
  [
    'commondir leads to a repository outside',
    attack({
      place: 'forged worktree of a repository outside',
      commands: ['git log -p', 'git show main:secret.txt', 'git for-each-ref'],
    }),
  ],
  [
    "the person's own configuration is not shown",
    attack({ commands: ['git config --global -l', 'git config -l', 'git config --list --show-origin'] }),
  ],
  [
    'alternates hold the objects of a repository outside',
    attack({
      extras: ['objects of a repository outside'],
      commands: ['git show theirs:secret.txt', 'git log -p --all', 'git cat-file -p theirs:secret.txt'],
    }),
  ],
  [
    'links among the objects lead to those of a repository outside',
    attack({
      extras: ['a link to objects outside'],
      commands: ['git show theirs:secret.txt', 'git log -p --all', 'git cat-file -p theirs:secret.txt'],
    }),
  ],
  [
    'a configuration that is a link shows a file outside',
    attack({
      extras: ['configuration that is a link'],
      commands: ['git config --local -l', 'git config user.name'],
    }),
  ],
  [
    'a log that is a link shows a file outside',
    attack({ extras: ['a log that is a link'], commands: ['git reflog', 'git log -g --oneline'] }),
  ],
  [
    'exclusions that are a link show a file outside',
    attack({
      extras: ['exclusions that are a link'],
      commands: ['git check-ignore -v untracked.txt', 'git status --ignored'],
    }),
  ],
  [
    'a repository within has programs of its own',
    attack({
      extras: ['a repository within that runs programs'],
      settings: [set('diff.ignoreSubmodules', 'none'), set('submodule.recurse', 'true')],
      commands: ['git status', 'git diff', 'git diff --stat', 'git grep -n e', 'git diff HEAD'],
    }),
  ],
  [
    'a missing object is not fetched by a program',
    attack({
      extras: ['a partial clone of a program'],
      commands: ['git log -p', 'git show', 'git diff', 'git rev-list --objects --all'],
    }),
  ],
  [
    'links in place of single objects lead to those of a repository outside',
    attack({
      extras: ['links to single objects outside'],
      commands: ['git show theirs:secret.txt', 'git log -p --all', 'git cat-file -p theirs:secret.txt'],
    }),
  ],
  [
    'a default format that checks signatures starts a program',
    attack({ settings: [set('format.pretty', 'format:%G? %GS %s')], commands: ['git log -2', 'git show'] }),
  ],
  [
    'a format with a name that checks signatures starts a program',
    attack({
      settings: [set('pretty.evil', 'format:%G? %GS %s')],
      commands: ['git log -2 --pretty=evil', 'git show --format=evil', 'git rev-list --pretty=evil HEAD'],
    }),
  ],
  [
    'a link in place of a directory leads outside',
    attack({
      extras: ['a link in place of a directory'],
      commands: ['git grep -n e', 'git grep e -- dir', 'git blame dir/c.txt', 'git diff -- dir/c.txt'],
    }),
  ],
  ...[
    'diff.orderFile',
    'blame.ignoreRevsFile',
    'mailmap.file',
    'core.excludesFile',
    'core.attributesFile',
  ].map(
    (key) =>
      [
        `a file outside that ${key} names is not read`,
        attack({
          settings: [set(key, '{file}')],
          commands: [
            'git diff',
            'git blame a.txt',
            'git log -1 --format=%aN',
            'git status',
            'git diff --stat',
          ],
        }),
      ] as const,
  ),
  [
    'git shortlog where there is no repository follows no link named .mailmap',
    attack({
      place: 'no repository',
      extras: ['links in place of files that git reads'],
      commands: ['git shortlog HEAD', 'git shortlog -s'],
    }),
  ],
];

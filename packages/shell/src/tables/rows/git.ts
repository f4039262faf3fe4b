import type { Hardening } from '../classification.ts';
import type { Positionals, Row, RowSource } from '../row.ts';
import { anyFiles, anyText, files, flags, none, optionals, row, values } from '../row.ts';

/**
 * What a repository's own configuration could start: the fsmonitor, hooks, signature checks, pagers, and a remote
 * helper where a partial clone fetches what is missing. GIT_CONFIG_COUNT wins over every file (git-config(1)).
 */
const settings: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['log.showSignature', 'false'],
  ['gpg.program', 'false'],
  ['gpg.openpgp.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['diff.submodule', 'short'],
  ['status.submoduleSummary', 'false'],
];

const environment: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_COUNT: String(settings.length),
  ...Object.fromEntries(
    settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
};

const plain = (): Hardening => ({ environment, insertions: [], forbiddenRepositoryKeys: [] });

/** Filters run on changed files of the working tree; their names are free, so no setting switches them all off. */
const FILTERS = ['^filter\\..*\\.(clean|smudge|process)$'];

const inserting =
  (...inserted: string[]) =>
  (at: number): Hardening => ({
    environment,
    insertions: [{ at, words: inserted }],
    forbiddenRepositoryKeys: FILTERS,
  });

/** Submodules have a configuration of their own, which the environment doesn't reach: no git runs in them. */
const diffHardening = inserting('--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty');

const git = (source: RowSource): Row => row({ syntax: 'exact', hardening: plain, ...source });

const diffOptions = [
  flags(
    '-p -u --patch -s --no-patch --raw --patch-with-raw --minimal --patience --histogram --anchored --numstat',
  ),
  flags(
    '--shortstat --summary --patch-with-stat -z --name-only --name-status --no-color --no-renames --check',
  ),
  flags(
    '--full-index --binary -R -a --text --ignore-cr-at-eol --ignore-space-at-eol -b -w --ignore-space-change',
  ),
  flags('--ignore-all-space --ignore-blank-lines -W --function-context --exit-code --quiet --no-ext-diff'),
  flags(
    '--no-textconv --no-prefix --pickaxe-all --pickaxe-regex --color-words --find-copies-harder --cc -c --cached',
  ),
  flags('--staged --merge-base --compact-summary --no-relative --default-prefix'),
  optionals(
    '--stat --dirstat --color --color-moved --word-diff --relative --abbrev --submodule',
    /^(?!diff$)/,
  ),
  optionals('-M/--find-renames -C/--find-copies -B/--break-rewrites'),
  optionals('--ignore-submodules', /^(?:all|dirty)$/),
  values(
    '-U/--unified --diff-algorithm --diff-filter -S -G -l --src-prefix --dst-prefix --inter-hunk-context -I',
  ),
  values('--word-diff-regex --ws-error-highlight --find-object --stat-width --skip-to --rotate-to'),
];

/** A format may ask for the check of a signature, by a program. */
const FORMAT = /^(?!.*%G)/s;

const revisionOptions = [
  flags(
    '--all --branches --tags --remotes --oneline --graph --reverse --no-merges --merges --first-parent --follow',
  ),
  flags(
    '--decorate --no-decorate --abbrev-commit --no-abbrev-commit --topo-order --date-order --author-date-order',
  ),
  flags(
    '--left-right --cherry-pick --cherry-mark --cherry --full-history --simplify-merges --simplify-by-decoration',
  ),
  flags('--boundary --source --parents --children --no-notes --relative-date --walk-reflogs -g -i -E -F -P'),
  flags(
    '--regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp --all-match --invert-grep --not',
  ),
  flags(
    '--show-pulls --dense --sparse --ancestry-path --left-only --right-only --no-walk --clear-decorations -m',
  ),
  flags(
    '--no-expand-tabs --no-mailmap --use-mailmap --mailmap --no-show-signature --root -r -t --no-commit-id',
  ),
  optionals('--branches --tags --remotes --decorate'),
  optionals('--pretty --format', FORMAT),
  values(
    '-n/--max-count --skip --since/--after --until/--before --author --committer --grep --date -L --glob',
  ),
  values('--min-parents --max-parents --exclude --decorate-refs --decorate-refs-exclude --encoding'),
];

/** Revisions and paths: whatever lies outside the repository is compared as plain files, so all may be paths. */
const revisionsAndPaths: Positionals = anyFiles;

const diffRow = (name: string, more: RowSource['options'] = []): Row =>
  git({
    name,
    options: [...diffOptions, ...more],
    positionals: revisionsAndPaths,
    hasNumberOption: true,
    hardening: diffHardening,
  });

const only = (name: string, subcommands: readonly Row[], withoutSubcommand?: readonly string[]): Row =>
  git({ name, subcommands, ...(withoutSubcommand === undefined ? {} : { withoutSubcommand }) });

const refFilters = [
  values('--sort --points-at --count', /^/),
  values('--format', FORMAT),
  optionals('--contains --no-contains --merged --no-merged --color --column'),
  flags('-i --ignore-case --no-column'),
];

/**
 * The sub-commands of git that look. Absent everywhere: `-C`, `--git-dir`, `-c` and their like, which choose another
 * configuration; --output, --ext-diff, --textconv, --no-index, --show-signature, and all that change a reference.
 */
const gitRows: readonly Row[] = [
  git({
    name: 'status',
    options: [
      flags(
        '-s --short -b --branch --long -v --verbose -z --no-renames --show-stash --ahead-behind --no-ahead-behind',
      ),
      flags('--no-column'),
      optionals('--porcelain -u/--untracked-files --ignored --column --find-renames'),
      optionals('--ignore-submodules', /^(?:all|dirty)$/),
    ],
    positionals: anyFiles,
    hardening: inserting('--ignore-submodules=dirty'),
  }),
  diffRow('diff'),
  ...['log', 'show', 'whatchanged'].map((name) => diffRow(name, revisionOptions)),
  ...['diff-tree', 'diff-index', 'diff-files'].map((name) => diffRow(name, revisionOptions)),
  git({
    name: 'shortlog',
    options: [flags('-s -n -e -c --summary --numbered --email --committer'), ...revisionOptions.slice(0, 2)],
    positionals: revisionsAndPaths,
  }),
  git({
    name: 'rev-list',
    options: [flags('--count --objects --left-right --disk-usage --timestamp'), ...revisionOptions],
    positionals: revisionsAndPaths,
    hasNumberOption: true,
  }),
  git({
    name: 'blame',
    options: [
      flags(
        '-w -s -e -f -n -l -t -p -c --show-name --show-number --show-email --porcelain --line-porcelain --root',
      ),
      flags('--no-textconv'),
      optionals('-M -C --abbrev --since'),
      values('-L --date --ignore-rev'),
      files('-S --ignore-revs-file'),
    ],
    positionals: revisionsAndPaths,
    hardening: inserting('--no-textconv'),
  }),
  git({
    name: 'grep',
    options: [
      flags(
        '-i -n -l -L -c -w -v -E -F -G -P -h -H -o -q -z -p -W -I -a --cached --untracked --heading --break',
      ),
      flags(
        '--ignore-case --line-number --files-with-matches --count --word-regexp --column --no-textconv --and --or',
      ),
      flags('--name-only --no-color --full-name --all-match --not ( ) --only-matching'),
      values('-e -A -B -C -m/--max-count --max-depth --threads'),
      optionals('--color'),
      files('-f'),
    ],
    // Absent: -O opens the files in a pager.
    positionals: ({ given }) => ({
      first: given.has('-e') || given.has('-f') ? [] : ['text'],
      rest: 'tree',
      otherwise: 'tree',
    }),
    hasNumberOption: true,
  }),
  git({
    name: 'branch',
    options: [
      flags('-a -r -v -vv --all --remotes --verbose --no-abbrev --no-color'),
      flags('-l/--list --show-current'),
      values('--points-at --sort'),
      values('--format', FORMAT),
      optionals('--contains --no-contains --merged --no-merged --color --column --abbrev'),
    ],
    // A word is a pattern after --list only; elsewhere it names a new branch.
    positionals: ({ given }) => (given.has('-l') ? anyText : none),
  }),
  git({
    name: 'tag',
    options: [flags('-l/--list'), optionals('-n'), ...refFilters],
    positionals: ({ given }) => (given.has('-l') ? anyText : none),
  }),
  git({
    name: 'remote',
    options: [flags('-v --verbose')],
    subcommands: [
      git({ name: 'show', options: [flags('-n')], requires: [['-n']], positionals: anyText }),
      git({ name: 'get-url', options: [flags('--push --all')], positionals: anyText }),
    ],
    withoutSubcommand: [],
  }),
  git({
    name: 'config',
    options: [
      flags(
        '--get --get-all --get-regexp -l/--list --local --global --system --worktree --show-origin --show-scope',
      ),
      flags('-z --null --name-only --bool --int --bool-or-int --path --includes --no-includes'),
      values('--type --default'),
    ],
    requires: [['--get', '--get-all', '--get-regexp', '-l']],
    positionals: anyText,
  }),
  only('stash', [git({ name: 'list', options: [...revisionOptions] }), diffRow('show')]),
  only('reflog', [diffRow('show', revisionOptions), git({ name: 'exists', positionals: anyText })], []),
  only('worktree', [git({ name: 'list', options: [flags('--porcelain -v --verbose -z')] })]),
  git({
    name: 'rev-parse',
    options: [
      flags(
        '--show-toplevel --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-bare-repository',
      ),
      flags(
        '--is-inside-git-dir --show-prefix --show-cdup --verify -q --quiet --symbolic-full-name --symbolic --all',
      ),
      flags(
        '--branches --tags --remotes --is-shallow-repository --show-superproject-working-tree --local-env-vars',
      ),
      optionals('--short --abbrev-ref --show-object-format --path-format'),
      values('--git-path'),
    ],
    positionals: anyText,
  }),
  git({
    name: 'ls-files',
    options: [
      flags(
        '-c -d -m -o -i -s -u -k -z -t -v -f --cached --deleted --modified --others --ignored --stage --directory',
      ),
      flags(
        '--exclude-standard --error-unmatch --full-name --eol --deduplicate --no-empty-directory --killed',
      ),
      optionals('--abbrev'),
      values('-x/--exclude --format'),
      files('-X/--exclude-from'),
    ],
    positionals: anyFiles,
    hardening: () => ({ ...plain(), forbiddenRepositoryKeys: FILTERS }),
  }),
  git({
    name: 'ls-tree',
    options: [
      flags('-r -d -t -l -z --long --name-only --name-status --full-name --full-tree'),
      optionals('--abbrev'),
      values('--format'),
    ],
    positionals: anyText,
  }),
  // Absent: --textconv and --filters run programs.
  git({ name: 'cat-file', options: [flags('-t -s -p -e')], positionals: anyText }),
  git({
    name: 'describe',
    // Absent: --dirty and --broken look at the working tree with another git.
    options: [
      flags('--all --tags --long --always --exact-match --contains --first-parent'),
      optionals('--abbrev'),
      values('--match --exclude --candidates'),
    ],
    positionals: anyText,
  }),
  git({
    name: 'name-rev',
    options: [flags('--name-only --tags --always --all'), values('--refs --exclude')],
    positionals: anyText,
  }),
  git({
    name: 'merge-base',
    options: [flags('-a --all --octopus --is-ancestor --fork-point --independent')],
    positionals: anyText,
  }),
  git({ name: 'for-each-ref', options: [...refFilters], positionals: anyText }),
  git({
    name: 'show-ref',
    options: [
      flags('--head --heads --tags --branches -d --dereference -s --verify -q --quiet'),
      optionals('--hash --abbrev'),
    ],
    positionals: anyText,
  }),
  git({
    name: 'symbolic-ref',
    options: [flags('-q --quiet --short')],
    positionals: { first: ['text'], rest: undefined, otherwise: undefined },
  }),
  git({
    name: 'check-ignore',
    options: [flags('-q -v -n --no-index --quiet --verbose --non-matching')],
    positionals: anyFiles,
  }),
  git({ name: 'count-objects', options: [flags('-v -H --verbose --human-readable')] }),
  git({ name: 'version' }),
];

export const gitProgram: Row = git({
  name: 'git',
  options: [flags('--no-pager -P --no-optional-locks --literal-pathspecs --version -v')],
  subcommands: gitRows,
  withoutSubcommand: ['--version', '-v'],
});

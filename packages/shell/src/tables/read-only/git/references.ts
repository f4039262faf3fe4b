import type { Row } from '../../row.ts';
import { anyText, flags, none, optionals, trailing, values } from '../../row.ts';
import { diffRow, gitRow, groupRow } from './git-row.ts';
import { locating, revisionHardening, summarizing, telling } from './hardening.ts';
import { isAddress } from './settings-asked-for.ts';
import { FORMAT, refFilters, revisionOptions, SORT_KEY } from './options.ts';
import { repositoryReadings } from './repository-readings.ts';
import { showsContent } from './shows-content.ts';

/** git subcommands that show branches, tags and other references. */
export const referenceRows: readonly Row[] = [
  gitRow({
    name: 'branch',
    options: [
      flags('-a -r -v -vv --all --remotes --verbose --no-abbrev --no-color'),
      flags('-l/--list --show-current'),
      values('--points-at'),
      values('--sort', SORT_KEY),
      values('--format', FORMAT),
      optionals('--color --column --abbrev'),
      trailing('--contains --no-contains --merged --no-merged'),
    ],
    // A word is a pattern after --list only; elsewhere it names a new branch.
    positionals: ({ given }) => (given.has('-l') ? anyText : none),
  }),
  gitRow({
    name: 'tag',
    options: [flags('-l/--list'), optionals('-n'), ...refFilters],
    positionals: ({ given }) => (given.has('-l') ? anyText : none),
  }),
  gitRow({
    name: 'remote',
    options: [flags('-v --verbose')],
    hardening: telling(() => isAddress),
    subcommands: [
      gitRow({
        name: 'show',
        options: [flags('-n')],
        requires: [['-n']],
        positionals: anyText,
        hardening: telling(() => isAddress),
      }),
      gitRow({
        name: 'get-url',
        options: [flags('--push --all')],
        positionals: anyText,
        hardening: telling(() => isAddress),
      }),
    ],
    withoutSubcommand: [],
  }),
  groupRow('stash', [
    gitRow({
      name: 'list',
      options: [...revisionOptions],
      hasNumberOption: true,
      readings: (parsed) => repositoryReadings(parsed, showsContent(parsed, undefined)),
      hardening: revisionHardening,
    }),
    diffRow('show', 'list').but({ hardening: summarizing }),
  ]),
  gitRow({
    name: 'reflog',
    options: [flags('--oneline --all'), values('-n/--max-count --date')],
    hasNumberOption: true,
    subcommands: [
      diffRow('show', undefined, revisionOptions),
      gitRow({ name: 'exists', positionals: anyText }),
    ],
    withoutSubcommand: [],
  }),
  groupRow('bisect', [
    gitRow({
      name: 'log',
      // This one file may be a link.
      readings: () => [
        { value: '.git/BISECT_LOG', index: -1, isRecursive: false, access: 'read', ofRepository: true },
      ],
    }),
  ]),
  groupRow('notes', [gitRow({ name: 'list', positionals: anyText })], []),
  gitRow({
    name: 'show-branch',
    options: [
      flags(
        '-a --all -r --remotes --current --topo-order --date-order --sparse --list --independent --merge-base',
      ),
      flags('--no-name --sha1-name --topics --no-color'),
      optionals('--color --more'),
    ],
    positionals: anyText,
  }),
  groupRow('worktree', [gitRow({ name: 'list', options: [flags('--porcelain -v --verbose -z')] })]),
  gitRow({
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
    hardening: locating,
  }),
  gitRow({
    name: 'describe',
    // Absent: --dirty and --broken, which examine the working tree with another git.
    options: [
      flags('--all --tags --long --always --exact-match --contains --first-parent'),
      optionals('--abbrev'),
      values('--match --exclude --candidates'),
    ],
    positionals: anyText,
  }),
  gitRow({
    name: 'name-rev',
    options: [flags('--name-only --tags --always --all'), values('--refs --exclude')],
    positionals: anyText,
  }),
  gitRow({
    name: 'merge-base',
    options: [flags('-a --all --octopus --is-ancestor --fork-point --independent')],
    positionals: anyText,
  }),
  gitRow({ name: 'for-each-ref', options: [...refFilters], positionals: anyText }),
  gitRow({
    name: 'show-ref',
    options: [
      flags('--head --heads --tags --branches -d --dereference -s --verify -q --quiet'),
      optionals('--hash --abbrev'),
    ],
    positionals: anyText,
  }),
  gitRow({
    name: 'symbolic-ref',
    options: [flags('-q --quiet --short')],
    positionals: { first: ['text'], rest: undefined, otherwise: undefined },
  }),
];

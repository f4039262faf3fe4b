import type { Row } from '../../row.ts';
import { anyFiles, anyText, files, flags, optionals, values } from '../../row.ts';
import { diffRow, gitRow } from './git-row.ts';
import { comparing, inserting, searching, summing } from './hardening.ts';
import { revisionOptions } from './options.ts';
import { pathspecReadings } from './pathspec-readings.ts';
import { repositoryReadings } from './repository-readings.ts';

/** git subcommands that show how files have changed, and by whom. */
export const historyRows: readonly Row[] = [
  // Absent: --quiet and --exit-code. The index isn't refreshed, so a file that was only touched would be reported as
  // changed.
  diffRow('diff', 'read'),
  diffRow('log', undefined, revisionOptions),
  diffRow('show', 'read', revisionOptions),
  diffRow('whatchanged', 'list', revisionOptions),
  ...['diff-tree', 'diff-index', 'diff-files'].map((name) =>
    diffRow(name, 'list', [...revisionOptions, flags('--quiet --exit-code')]),
  ),
  gitRow({
    name: 'shortlog',
    options: [flags('-s -n -e -c --summary --numbered --email --committer'), ...revisionOptions.slice(0, 2)],
    positionals: anyText,
    readings: (parsed) => repositoryReadings(parsed, undefined),
    hardening: summing,
  }),
  gitRow({
    name: 'cherry',
    options: [flags('-v --verbose'), optionals('--abbrev')],
    positionals: anyText,
  }),
  gitRow({
    name: 'rev-list',
    options: [flags('--count --objects --disk-usage --timestamp'), ...revisionOptions],
    positionals: anyText,
    readings: (parsed) => repositoryReadings(parsed, parsed.given.has('--objects') ? 'list' : undefined),
    hasNumberOption: true,
  }),
  gitRow({
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
    positionals: { ...anyFiles, otherwise: 'tree' },
    hardening: inserting(comparing, '--no-textconv'),
  }),
  gitRow({
    name: 'grep',
    options: [
      flags(
        '-i -r -n -l -L -c -w -v -E -F -G -P -h -H -o -q -z -p -W -I -a --cached --untracked --heading --break',
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
    positionals: anyText,
    // What isn't behind `--` may be a revision.
    readings: ({ positionals }) =>
      pathspecReadings(
        positionals.filter((one) => one.isAfterSeparator),
        'read',
      ),
    hasNumberOption: true,
    hardening: searching,
  }),
];

import type { ParsedArguments, Row } from '../../row.ts';
import { anyFiles, anyText, files, flags, optionals, values } from '../../row.ts';
import { gitRow } from './git-row.ts';
import { comparing, convertingShown, inserting, naming, telling, withoutRepository } from './hardening.ts';
import { isConfidential, settingsAskedFor } from './settings-asked-for.ts';
import { pathspecReadings, wholeRepository } from './pathspec-readings.ts';
import { repositoryReadings } from './repository-readings.ts';

/** Every setting has a dot in its name; a word without one may be a sub-command, where git knows any. */
function refuseSetting({ given, positionals }: ParsedArguments): string | undefined {
  if (['--get', '--get-all', '--get-regexp', '-l'].some((name) => given.has(name))) return undefined;
  const words = positionals.map(({ value }) => value ?? '');
  const names = words[0] === 'get' ? words.slice(1) : words;
  const isQuestion = names.length === 1 && (/^[^-].*\./s.test(names[0] ?? '') || words[0] === 'list');
  return isQuestion ? undefined : 'git config only reads with --get, --list or the name of one setting';
}

const OBJECT_TYPES = new Set(['blob', 'tree', 'commit', 'tag']);

/** git subcommands that show the working tree, the index, objects and settings. */
export const treeRows: readonly Row[] = [
  gitRow({
    name: 'status',
    options: [
      flags('-v/--verbose'),
      flags('-s --short -b --branch --long -z --no-renames --show-stash --ahead-behind --no-ahead-behind'),
      flags('--no-column'),
      optionals('--porcelain -u/--untracked-files --ignored --column --find-renames'),
      optionals('--ignore-submodules', /^(?:all|dirty)$/),
    ],
    positionals: anyText,
    readings: ({ given, positionals }) => [
      ...pathspecReadings(positionals, 'list'),
      // Paths don't limit the difference.
      ...(given.has('-v') ? [wholeRepository('read')] : []),
    ],
    inspect: ({ sequence }) =>
      sequence.filter((name) => name === '-v').length > 1
        ? 'a second -v looks into submodules, which have settings of their own'
        : undefined,
    hardening: (at, parsed) =>
      inserting(parsed.given.has('-v') ? convertingShown : comparing, '--ignore-submodules=dirty')(at),
  }),
  gitRow({
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
    positionals: anyText,
    readings: ({ positionals }) => pathspecReadings(positionals, 'list'),
    hardening: comparing,
  }),
  gitRow({
    name: 'ls-tree',
    options: [
      flags('-r -d -t -l -z --long --name-only --name-status --full-name --full-tree'),
      optionals('--abbrev'),
      values('--format'),
    ],
    positionals: anyText,
    readings: () => [wholeRepository('list')],
  }),
  // Absent: --textconv and --filters run programs.
  gitRow({
    name: 'cat-file',
    options: [flags('-t -s -p -e')],
    positionals: anyText,
    readings: (parsed) => {
      const objects = parsed.positionals.filter((one) => !OBJECT_TYPES.has(one.value ?? ''));
      const isAboutContent = !['-t', '-s', '-e'].some((name) => parsed.given.has(name));
      return repositoryReadings({ ...parsed, positionals: objects }, isAboutContent ? 'read' : undefined);
    },
  }),
  gitRow({
    name: 'check-ignore',
    options: [flags('-q -v -n --no-index --quiet --verbose --non-matching')],
    positionals: anyFiles,
    access: 'list',
    // It quotes the pattern, and this one file of patterns may be a link.
    readings: ({ given }) =>
      ['-v', '--verbose'].some((name) => given.has(name))
        ? [{ value: '.git/info/exclude', index: -1, isRecursive: false, access: 'read', ofRepository: true }]
        : [],
  }),
  // Absent: --stdin.
  gitRow({
    name: 'check-attr',
    options: [flags('-a --all --cached -z'), values('--source')],
    positionals: anyText,
    readings: ({ positionals }) => pathspecReadings(positionals, 'list'),
  }),
  gitRow({
    name: 'check-ref-format',
    options: [flags('--branch --normalize --allow-onelevel --no-allow-onelevel --refspec-pattern')],
    positionals: anyText,
  }),
  gitRow({ name: 'check-mailmap', positionals: anyText }),
  gitRow({ name: 'count-objects', options: [flags('-v -H --verbose --human-readable')] }),
  gitRow({
    name: 'config',
    options: [
      flags(
        '--get --get-all --get-regexp -l/--list --local --global --system --worktree --show-origin --show-scope',
      ),
      flags('-z --null --name-only --bool --int --bool-or-int --path --includes --no-includes'),
      values('--type --default'),
    ],
    positionals: anyText,
    // What looks like an option behind the name of a setting is its new value.
    order: 'options-first',
    inspect: refuseSetting,
    hardening: telling(settingsAskedFor),
  }),
  gitRow({
    name: 'var',
    options: [flags('-l')],
    positionals: { first: [], rest: /^GIT_[A-Z_]+$/, otherwise: undefined },
    hardening: naming(({ given }) => (given.has('-l') ? isConfidential : () => false)),
  }),
  gitRow({ name: 'version', hardening: withoutRepository }),
];

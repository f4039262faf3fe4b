import type { ParsedArguments, Positionals, Role, Row } from '../row.ts';
import { anyText, files, flags, optionals, refused, row, rows, trees, values } from '../row.ts';
import { withoutVariables } from '../without-variables.ts';

const grepOptions = [
  flags('-E/--extended-regexp -F/--fixed-strings -G/--basic-regexp -P/--perl-regexp -i/--ignore-case -y'),
  flags(
    '--no-ignore-case -v/--invert-match -w/--word-regexp -x/--line-regexp -c/--count -L/--files-without-match',
  ),
  flags('-l/--files-with-matches -o/--only-matching -q/--quiet/--silent -s/--no-messages -b/--byte-offset'),
  flags(
    '-H/--with-filename -h/--no-filename -n/--line-number -T/--initial-tab -Z/--null -a/--text -I -U/--binary',
  ),
  flags(
    '-r/--recursive -R/--dereference-recursive -z/--null-data -V/--version --line-buffered --no-group-separator',
  ),
  flags('-u/--unix-byte-offsets'),
  values('-e/--regexp -m/--max-count -A/--after-context -B/--before-context -C/--context -d/--directories'),
  values('-D/--devices --label --binary-files --include --exclude --exclude-dir --group-separator'),
  optionals('--color --colour'),
  files('-f/--file --exclude-from'),
];

/** Programs that search for files or in them. */
export const searchRows: readonly Row[] = [
  ...rows('grep egrep fgrep', {
    starts: ['grep'],
    options: grepOptions,
    followsLinks: ({ given }) => given.has('-R'),
    positionals: ({ given }) => afterPattern(given, isRecursiveGrep(given)),
    hasNumberOption: true,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'rgrep',
    starts: ['grep'],
    options: grepOptions,
    followsLinks: ({ given }) => given.has('-R'),
    positionals: ({ given }) => afterPattern(given, true),
    hasNumberOption: true,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'rg',
    options: [
      flags(
        '-i/--ignore-case -s/--case-sensitive -S/--smart-case -v/--invert-match -w/--word-regexp -x/--line-regexp',
      ),
      flags(
        '-c/--count --count-matches -l/--files-with-matches --files-without-match -o/--only-matching -q/--quiet',
      ),
      flags(
        '-n/--line-number -N/--no-line-number -H/--with-filename -I/--no-filename -h --help -V/--version --files',
      ),
      flags(
        '-F/--fixed-strings -P/--pcre2 -U/--multiline --multiline-dotall -u/--unrestricted -a/--text -0/--null',
      ),
      flags(
        '-./--hidden --no-hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-global --no-config',
      ),
      flags(
        '--no-ignore-dot --no-ignore-exclude --no-messages --no-heading --heading --json --stats --trim --vimgrep',
      ),
      flags(
        '-p/--pretty -b/--byte-offset --column --crlf --null-data -L/--follow --one-file-system --passthru',
      ),
      flags(
        '--type-list --no-require-git --line-buffered --block-buffered --include-zero --glob-case-insensitive',
      ),
      values(
        '-e/--regexp -A/--after-context -B/--before-context -C/--context -m/--max-count -g/--glob --iglob',
      ),
      values(
        '-t/--type -T/--type-not --type-add --type-clear -d/--max-depth/--maxdepth -M/--max-columns -r/--replace',
      ),
      values('-j/--threads --sort --sortr --color --colors --max-filesize -E/--encoding --engine'),
      values('--context-separator --field-match-separator --field-context-separator --path-separator'),
      values('--regex-size-limit --dfa-size-limit'),
      files('-f/--file --ignore-file'),
    ],
    access: ({ given }) => (given.has('--files') ? 'list' : 'read'),
    followsLinks: ({ given }) => given.has('-L'),
    // Absent: --pre and --hostname-bin run a program, -z runs decompressors.
    positionals: ({ given }) =>
      given.has('--files')
        ? { first: [], rest: 'tree', otherwise: 'tree' }
        : given.has('--type-list')
          ? anyText
          : afterPattern(given, true),
    refusesDashedValues: true,
    syntax: 'exact',
    // Its configuration may name a program, and where an ignore file is a link, it quotes lines of the target as errors:
    // --no-ignore-messages alone leaves those of directories above.
    hardening: (at) => ({
      ...withoutVariables('RIPGREP_CONFIG_PATH')(),
      insertions: [{ at, words: ['--no-messages'] }],
    }),
  }),
  ...rows('fd fdfind', {
    starts: ['ls', 'gls'],
    options: [
      flags(
        '-H/--hidden -I/--no-ignore --no-ignore-vcs --no-ignore-parent -u/--unrestricted -s/--case-sensitive',
      ),
      flags(
        '-i/--ignore-case -g/--glob --regex -F/--fixed-strings -a/--absolute-path -L/--follow -p/--full-path',
      ),
      flags(
        '-0/--print0 --prune -1 -q/--quiet -l/--list-details --show-errors --one-file-system -h --help -V/--version --no-require-git',
      ),
      values('-d/--max-depth --min-depth --exact-depth -E/--exclude -t/--type -e/--extension -S/--size'),
      values('--changed-within --changed-before -o/--owner -c/--color -j/--threads --max-results --and'),
      values('--path-separator --format'),
      optionals('--strip-cwd-prefix --hyperlink'),
      files('--ignore-file'),
      trees('--base-directory -C --search-path'),
      refused('-x/--exec -X/--exec-batch'),
    ],
    access: 'list',
    // The details are those of `ls -l`, which is given each path with a directory before it.
    reportsOnMachine: ({ given }) => given.has('-l'),
    followsLinks: ({ given }) => given.has('-L'),
    positionals: ({ given }) => ({
      first: given.has('--search-path') ? [] : ['text'],
      rest: 'tree',
      otherwise: 'tree',
    }),
    refusesDashedValues: true,
    syntax: 'exact',
  }),
  row({
    name: 'locate',
    options: [
      flags(
        '-i/--ignore-case -b/--basename -c/--count -e/--existing -0/--null -r/--regexp --regex -w/--wholename',
      ),
      values('-l/--limit -n'),
    ],
    positionals: anyText,
    // Names of the whole machine, out of a database.
    readings: () => [{ value: '/', index: -1, isRecursive: true, access: 'list' }],
    syntax: 'exact',
    // It fails if it can't drop its group's privileges.
    reportsOnMachine: true,
  }),
];

type Given = ParsedArguments['given'];

/** The first positional is the pattern, unless an option gives it. */
function afterPattern(given: Given, isRecursive: boolean): Positionals {
  const first: Role[] = given.has('-e') || given.has('-f') ? [] : ['text'];
  return { first, rest: isRecursive ? 'tree' : 'file', otherwise: isRecursive ? 'tree' : undefined };
}

function isRecursiveGrep(given: Given): boolean {
  return (
    given.has('-r') ||
    given.has('-R') ||
    (given.get('-d')?.some((value) => value === undefined || value.startsWith('r')) ?? false)
  );
}

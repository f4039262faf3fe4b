import type { Row } from '../row.ts';
import {
  anyFiles,
  anyText,
  anyTrees,
  entries,
  files,
  flags,
  optionals,
  refused,
  row,
  rows,
  after,
  unknownFiles,
  values,
} from '../row.ts';

/** Programs that list files and say what they are. */
export const fileRows: readonly Row[] = [
  ...rows('ls dir vdir', {
    options: [
      flags(
        '-a/--all -A/--almost-all -b/--escape -B/--ignore-backups -c -C -d/--directory -D/--dired -f -F -g',
      ),
      flags(
        '-G/--no-group -h/--human-readable -H/--dereference-command-line -i/--inode -k/--kibibytes -l -L/--dereference',
      ),
      flags(
        '-m -n/--numeric-uid-gid -N/--literal -o -p -q/--hide-control-chars -Q/--quote-name -r/--reverse',
      ),
      flags(
        '-R/--recursive -s/--size -S -t -u -U -v -x -X -Z/--context -1 --author --full-time --si --file-type',
      ),
      flags('--dereference-command-line-symlink-to-dir --group-directories-first'),
      flags('--show-control-chars --zero'),
      values('-I/--ignore -T/--tabsize -w/--width --block-size --format --hide --indicator-style'),
      values('--quoting-style --sort --time --time-style'),
      optionals('--classify --color --hyperlink'),
    ],
    access: 'list',
    positionals: ({ given }) =>
      given.has('-R') ? { ...anyTrees, otherwise: 'tree' } : { ...anyFiles, otherwise: 'file' },
    acceptsUnknownWords: true,
    followsLinks: ({ given }) => given.has('-L'),
    reportsOnMachine: ({ given }) =>
      ['-l', '-g', '-n', '-o', '--full-time', '--format'].some((one) => given.has(one)),
  }),
  row({
    name: 'stat',
    options: [
      flags('-L/--dereference -f/--file-system -t/--terse -x'),
      values('-c/--format --printf --cached'),
    ],
    access: 'list',
    positionals: anyFiles,
    followsLinks: ({ given }) => given.has('-L'),
    acceptsUnknownWords: true,
    reportsOnMachine: true,
  }),
  row({
    name: 'du',
    options: [
      flags(
        '-0/--null -a/--all -b/--bytes -c/--total -D/--dereference-args -h/--human-readable -H -k -l -L/--dereference -m',
      ),
      flags(
        '-P/--no-dereference -s/--summarize -S/--separate-dirs -x/--one-file-system --apparent-size --inodes',
      ),
      flags('--count-links --si'),
      values('-B/--block-size -d/--max-depth -t/--threshold --exclude --time-style'),
      optionals('--time'),
      files('-X/--exclude-from --files0-from'),
    ],
    access: 'list',
    positionals: ({ given }) => ({
      ...anyTrees,
      otherwise: given.has('--files0-from') ? undefined : 'tree',
    }),
    readings: ({ given }) =>
      given.has('--files0-from') ? [{ ...unknownFiles('list'), isRecursive: true }] : [],
    followsLinks: ({ given }) => given.has('-L'),
    acceptsUnknownWords: true,
  }),
  row({
    name: 'df',
    options: [
      flags(
        '-a/--all -h/--human-readable -H/--si -i/--inodes -k -l/--local -m -P/--portability -T/--print-type -v',
      ),
      flags('--no-sync --total'),
      values('-B/--block-size -t/--type -x/--exclude-type'),
      optionals('--output'),
      // Writes the caches of all file systems out.
      refused('--sync'),
    ],
    access: 'list',
    positionals: anyFiles,
    reportsOnMachine: true,
  }),
  row({
    name: 'file',
    options: [
      flags('-b/--brief -d -h/--no-dereference -i/--mime -I -k/--keep-going -l/--list -L/--dereference -n'),
      flags('-N/--no-pad -0/--print0 -r/--raw -S/--no-sandbox -v/--version --help'),
      flags('--mime-type --mime-encoding --apple --extension'),
      values('-F/--separator -e/--exclude -P/--parameter'),
    ],
    // Absent: -C writes magic.mgc, -m and -f name further files, -z runs decompressors, -p sets times.
    positionals: anyFiles,
    syntax: 'exact',
  }),
  row({
    name: 'tree',
    options: [
      flags(
        '-a -A -c -C -d -D -f -F -g -h -i -l -n -N -p -q -Q -r -s -S -t -u -U -v -x -X -J --dirsfirst --du',
      ),
      flags(
        '--filesfirst --gitignore --ignore-case --inodes --device --matchdirs --metafirst --noreport --prune',
      ),
      // The directories are then files that list what to show, and nothing that they name is accessed.
      flags('--fromfile --si --help --version'),
      values('-I -L -P --filelimit --charset --timefmt'),
      optionals('--sort'),
    ],
    // Absent: -o writes its output to a file, -R with -H writes 00Tree.html into each directory.
    access: ({ given }) => (given.has('--fromfile') ? 'read' : 'list'),
    positionals: { ...anyTrees, otherwise: 'tree' },
    followsLinks: ({ given }) => given.has('-l'),
    syntax: 'separate',
    reportsOnMachine: ({ given }) => ['-g', '-u'].some((one) => given.has(one)),
  }),
  row({
    name: 'realpath',
    options: [
      flags('-e/--canonicalize-existing -m/--canonicalize-missing -L/--logical -P/--physical -q/--quiet'),
      flags('-s/--strip/--no-symlinks -z/--zero'),
      entries('--relative-to --relative-base'),
    ],
    access: 'list',
    positionals: anyFiles,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'readlink',
    options: [
      flags(
        '-f/--canonicalize -e/--canonicalize-existing -m/--canonicalize-missing -n/--no-newline -q/--quiet',
      ),
      flags('-s/--silent -v/--verbose -z/--zero'),
    ],
    access: 'list',
    positionals: anyFiles,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'basename',
    options: [flags('-a/--multiple -z/--zero'), values('-s/--suffix')],
    positionals: anyText,
    acceptsUnknownWords: true,
  }),
  row({ name: 'dirname', options: [flags('-z/--zero')], positionals: anyText, acceptsUnknownWords: true }),
  row({ name: 'pathchk', options: [flags('-p -P --portability')], access: 'list', positionals: anyFiles }),
  row({
    name: 'namei',
    options: [
      flags('-x/--mountpoints -m/--modes -o/--owners -l/--long -n/--nosymlinks -v/--vertical -Z/--context'),
    ],
    access: 'list',
    positionals: after([], 'file'),
    syntax: 'exact',
    reportsOnMachine: true,
  }),
  row({
    name: 'getfacl',
    options: [
      flags('-a/--access -d/--default -c/--omit-header -e/--all-effective -n/--numeric -p -t/--tabular'),
    ],
    access: 'list',
    positionals: anyFiles,
    syntax: 'exact',
    reportsOnMachine: true,
    inspect: ({ positionals }) =>
      positionals.some(({ value }) => value === '-')
        ? 'getfacl reads the names of files from its input'
        : undefined,
  }),
  row({
    name: 'lsattr',
    options: [flags('-a -d -l -v')],
    access: 'list',
    positionals: { ...anyFiles, otherwise: 'file' },
  }),
];

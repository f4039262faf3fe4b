import type { FileTouch } from '../file-touch.ts';
import { knownWord } from '../known-word.ts';
import { optionals, row, type Arguments, type ParsedArguments } from '../row.ts';
import { anyFile, listedFiles, removedByList, route, type Route } from './route.ts';
import { placesOf, within } from './tar-places.ts';
import { unpacked, wholeTree } from './unpacked.ts';

const VALUES = 'CfTXIKNVbgF';

/** Members get other names. The letter is that of BSD. */
const RENAMING = ['--transform', '--strip-components', '--one-top-level', '-s'];

/** Letters of tar that stand before the first operand without a dash become options. */
export function tar(name: string): Route {
  const inner = route(name, {
    flags: `
      -c/--create -x/--extract/--get -t/--list -r/--append -u/--update -A/--catenate/--concatenate --delete -O/--to-stdout
      --remove-files -P/--absolute-names -s/--preserve-order/--same-order -d/--diff/--compare --test-label --check-device
      --no-check-device -G/--incremental --ignore-failed-read -n/--seek --no-seek -S/--sparse --exclude-backups --exclude-caches
      --exclude-caches-all --exclude-caches-under --exclude-vcs --exclude-vcs-ignores --null --no-null --recursion --no-recursion
      --unquote --no-unquote --verbatim-files-from --no-verbatim-files-from --anchored --no-anchored --ignore-case --no-ignore-case
      --wildcards --no-wildcards --wildcards-match-slash --no-wildcards-match-slash --keep-directory-symlink --keep-newer-files
      -k/--keep-old-files --no-overwrite-dir --overwrite --overwrite-dir --recursive-unlink --skip-old-files -U/--unlink-first
      -W/--verify --ignore-command-error --no-ignore-command-error --clamp-mtime --delay-directory-restore
      --no-delay-directory-restore -m/--touch --same-owner --no-same-owner -p/--preserve-permissions/--same-permissions
      --no-same-permissions --numeric-owner --acls --no-acls --selinux --no-selinux --xattrs --no-xattrs --force-local
      -M/--multi-volume -B/--read-full-records -i/--ignore-zeros --old-archive/--portability --posix -a/--auto-compress
      --no-auto-compress -j/--bzip2 -J/--xz --lzip --lzma --lzop --zstd -z/--gzip/--gunzip/--ungzip -Z/--compress/--uncompress
      --hard-dereference -h/--dereference --one-file-system --full-time -l/--check-links -R/--block-number --show-defaults
      --show-omitted-dirs --show-snapshot-field-ranges --show-transformed-names/--show-stored-names --utc -v/--verbose
      -w/--interactive/--confirmation -o --usage -?`,
    values:
      '-C/--directory -b/--blocking-factor -F/--info-script/--new-volume-script -H/--format -I/--use-compress-program -K/--starting-file ' +
      '-L/--tape-length -N/--newer/--after-date -V/--label --exclude --exclude-ignore --exclude-ignore-recursive --exclude-tag ' +
      '--exclude-tag-all --exclude-tag-under --transform/--xform --strip-components --owner --group --mode --mtime --newer-mtime ' +
      '--to-command --checkpoint-action --rsh-command --rmt-command --suffix --level --record-size --pax-option --sort ' +
      '--sparse-version --hole-detection --xattrs-exclude --xattrs-include --quote-chars --no-quote-chars --quoting-style --warning ' +
      '--set-mtime-format',
    reads: '-T/--files-from -X/--exclude-from --index-file --volno-file --owner-map --group-map --add-file',
    isComplete: true,
    lists: [
      { names: '-f/--file -g/--listed-incremental', kind: 'file', valueCount: 1, accepts: undefined },
      optionals('--one-top-level --backup --occurrence --atime-preserve --checkpoint --totals'),
    ],
  })[0]?.[1];
  const own = inner?.row ?? row({ name });
  return {
    ...inner,
    row: own.but({ rewrite: withDash }),
    touches: (parsed, argv) => tarTouches(parsed, argv),
  };
}

/** `tar cfC a.tar dir x` is `tar -c -f a.tar -C dir x`: values of bundled letters follow in their order. */
function withDash(argv: Arguments): Arguments {
  const [name, letters, ...rest] = argv;
  if (typeof letters !== 'string' || !/^[A-Za-z]+$/u.test(letters)) return argv;
  const words: Arguments[number][] = [name];
  const values = [...rest];
  for (const letter of letters) {
    words.push(`-${letter}`);
    if (VALUES.includes(letter) && values.length > 0) words.push(values.shift());
  }
  return [...words, ...values];
}

function tarTouches(parsed: ParsedArguments, argv: Arguments): readonly FileTouch[] {
  const { given, positionals, fileValues } = parsed;
  const isUnpacking = given.has('-x');
  const isListing = given.has('-t');
  const isChanging = ['-c', '-r', '-u', '-A', '--delete'].some((name) => given.has(name));
  const directories = given.get('-C') ?? [];
  const places = placesOf(directories);
  const files = fileValues.map(({ option, value, index }): FileTouch => {
    const isWritten =
      option === '-g' ||
      option === '--index-file' ||
      option === '--volno-file' ||
      (option === '-f' && isChanging);
    return {
      access: isWritten ? 'write' : 'read',
      path: value ?? argv[index],
      isTree: false,
      argument: index,
    };
  });
  if (isListing || given.has('--delete')) return files;
  if (isUnpacking) {
    if (given.has('-O')) return files;
    const archive = fileValues[0] ?? { index: 1 };
    const keepsNames = !RENAMING.some((name) => given.has(name));
    // Members come where the last -C before them says; without any, where the last one says.
    const into = positionals.length === 0 ? [places.length === 0 ? '.' : places.at(-1)] : ['.', ...places];
    const own = given.get('--one-top-level')?.at(-1);
    return [
      ...files,
      ...into.flatMap((place) => unpacked(archive, positionals, place, { keepsNames })),
      ...(own?.startsWith('/') === true ? [wholeTree(own, archive.index)] : []),
      // Names in the archive may begin at the root.
      ...(given.has('-P') ? [wholeTree(undefined, archive.index)] : []),
    ];
  }
  const access = given.has('--remove-files') ? 'remove' : 'read';
  const excluded = excludedNames(parsed, argv);
  const packed = positionals.flatMap(({ value, index }): readonly FileTouch[] => {
    if (value === undefined) return [{ access, path: argv[index], isTree: true, excluded, argument: index }];
    // Each -C may stand before or after it.
    const paths = new Set(
      places.map((place) =>
        place === undefined && !value.startsWith('/') ? undefined : within(place, value),
      ),
    );
    return [...paths.add(value)].map((path) => {
      if (path !== undefined) return { access, path, isTree: true, excluded, argument: index };
      return access === 'remove' ? removedByList(index) : anyFile(index);
    });
  });
  const listed = listedFiles(parsed, '-T');
  const removed = access === 'remove' ? listed.map(({ argument }) => removedByList(argument)) : [];
  return [...files, ...packed, ...listed, ...removed];
}

/** They change what a name matches, or follow links, under which anything may have another name. */
const OTHERWISE = [
  ...['--anchored', '--no-anchored', '--ignore-case', '--no-ignore-case', '--wildcards', '--no-wildcards'],
  ...['--wildcards-match-slash', '--no-wildcards-match-slash', '-h', '--hard-dereference'],
];

/** What `--exclude` leaves out wherever it lies: only what is packed behind the option. */
function excludedNames(
  { given, positionals: [first] }: ParsedArguments,
  argv: Arguments,
): readonly string[] | undefined {
  if (OTHERWISE.some((name) => given.has(name))) return undefined;
  const words = argv.slice(0, first?.index ?? argv.length).map(knownWord);
  const names = words.flatMap((word, at) => {
    const attached = /^--exclude=([^]*)$/u.exec(word ?? '')?.[1];
    const name = word === '--exclude' ? words[at + 1] : attached;
    return name !== undefined && /^[\w.*-]+$/u.test(name) ? [name] : [];
  });
  return names.length === 0 ? undefined : names;
}

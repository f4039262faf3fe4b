import { knownWord } from '../known-word.ts';
import { touchPositionals } from '../exact-touches/touch-positionals.ts';
import { onlyGrows } from '../exact-touches/only-grows.ts';
import { touchTarget } from '../exact-touches/touch-target.ts';
import type { FileTouch } from '../file-touch.ts';
import type { Arguments, ParsedArguments, Positional } from '../row.ts';
import { flags, optionals } from '../row.ts';
import { pathWords } from '../path-words.ts';
import { firstIsWritten, lastIsWritten, reads, writes, writesAfterFirst } from './operands.ts';
import { besideTarget, DELETES, REMOTE, RSYNC_OPTIONS, toldOtherSide } from './rsync.ts';
import { filledBy, filledDirectory, implied, listedFiles, route, type Route } from './route.ts';
import { wholeTree } from './unpacked.ts';

const CHANGES_SETTINGS = /^(?:config|context|login|logout|plugin|trust)$/u;

/** What keeps some of it. */
const SPARES: readonly string[] = ['--exclude', '-f', '--exclude-from', '--files-from', '-C'];

/** Programs that copy, move, link or change files, with any options. */
export const transferRoutes: readonly (readonly [string, Route])[] = [
  ...route('cp gcp', { flags: '-r/-R/--recursive -a/--archive -l/--link', ...target('read') }),
  ...route('mv gmv', target('remove')),
  ...route('ln gln link', { flags: '-s/--symbolic', ...target('write') }),
  ...route('install ginstall', {
    flags: '-d/--directory',
    ...target('read', '-g/--group -m/--mode -o/--owner --strip-program'),
  }),
  ...route('rsync', {
    ...RSYNC_OPTIONS,
    more: (parsed, argv) => [
      ...filledBy(parsed, '--backup-dir', '--partial-dir', '-T'),
      ...besideTarget(parsed),
      ...toldOtherSide(parsed),
      ...copied(parsed, argv, parsed.given.has('--remove-source-files') ? 'remove' : 'read', contentsOf),
      ...deletedByRsync(parsed, argv),
      ...listedFiles(parsed, '--files-from'),
    ],
  }),
  ...route('scp', {
    flags: '-r/--recursive',
    values: '-c -D -J -l -o -P -S -X',
    reads: '-F -i',
    more: (parsed, argv) => copied(parsed, argv, 'read'),
  }),
  ...route('docker podman kubectl nerdctl buildah', {
    order: 'permuted',
    lists: [
      {
        names: '-o/--output --output-directory --cache-dir --kubeconfig --config',
        kind: 'value',
        valueCount: 1,
        accepts: undefined,
      },
    ],
    writes: '--cidfile --iidfile --metadata-file --pidfile --digestfile',
    more: (parsed, argv) => {
      const [command, ...places] = parsed.positionals;
      // A container is given whole directories.
      if (command?.value === 'cp')
        return copied(
          { ...parsed, given: new Map([...parsed.given, ['-r', []]]), positionals: places },
          argv,
          'read',
        );
      const isBuild = argv.some((word) => /^(?:build|bud|bake)$/u.test(knownWord(word) ?? ''));
      return [
        ...pathWords(argv),
        ...filledBy(parsed, '--output-directory', '--cache-dir'),
        // `docker login` and `kubectl config` change them.
        ...(CHANGES_SETTINGS.test(command?.value ?? '')
          ? [
              ...filledBy(parsed, '--config'),
              ...(parsed.given.get('--kubeconfig') ?? []).map((value) =>
                implied('write', value, { index: 1 }),
              ),
            ]
          : []),
        ...(/^(?:save|export)$/u.test(command?.value ?? '')
          ? (parsed.given.get('-o') ?? []).map((value) => implied('write', value, { index: 1 }))
          : []),
        ...(isBuild ? touchPositionals(places, argv, 'read', true) : []),
      ];
    },
  }),
  // Whole directories go into a store elsewhere, or an image.
  ...route(
    'aws gsutil gcloud rclone s3cmd s5cmd mc azcopy b2 borg restic duplicity kopia tarsnap rdiff-backup croc wormhole',
    {
      more: ({ positionals }, argv) => {
        const behind = (verbs: RegExp): readonly Positional[] | undefined => {
          const at = positionals.findIndex(({ value }) => verbs.test(value ?? ''));
          return at === -1 ? undefined : positionals.slice(at + 1);
        };
        return [
          ...pathWords(argv),
          ...readTrees(behind(STORES) ?? [], argv),
          ...fetched(behind(FETCHES) ?? [], argv),
          ...(behind(/^extract$/u) === undefined ? [] : filledHere),
        ];
      },
    },
  ),
  ...route('shred', {
    flags: '-u --remove',
    values: '-n/--iterations -s/--size',
    reads: '--random-source',
    // What was in it is gone, with or without -u.
    operands: (parsed) => [...writes(parsed), ['remove', parsed.positionals]],
  }),
  ...route('truncate', {
    values: '-s/--size',
    reads: '-r/--reference',
    operands: (parsed) => [
      ...writes(parsed),
      ...(onlyGrows(parsed) ? [] : ([['remove', parsed.positionals]] as const)),
    ],
  }),
  ...route('mkdir touch fallocate mkfifo mknod', {
    values: '-m/--mode -d/--date -t --time -s/--size -l/--length -o/--offset',
    reads: '-r/--reference',
    operands: writes,
  }),
  ...route('chmod chown chgrp chattr setfattr chcon', {
    flags: '-R/--recursive',
    reads: '--reference',
    values: '-n/--name -v/--value',
    // `chmod -x file` and `chmod --reference=a file` have no mode of their own.
    more: changesAccess,
  }),
  ...route('setfacl', {
    flags: '-R/--recursive',
    values: '-m/--modify -x/--remove',
    reads: '--restore -M/--modify-file -X/--remove-file',
    more: changesAccess,
  }),
  // Names that an expression makes of others, in the same directory.
  ...route('rename prename perl-rename file-rename mmv mcp', {
    flags: '-n/--just-print/--nono/--dry-run -v/--verbose -f/--force',
    values: '-e -E',
    operands: writesAfterFirst,
    more: ({ given, positionals }) =>
      given.has('-n')
        ? []
        : positionals.slice(1).map(({ value, index }) => ({
            access: 'write',
            path: value === undefined ? undefined : value.replace(/[^/]*$/u, '') || '.',
            isTree: true,
            argument: index,
          })),
  }),
  ...route('mount', {
    flags: '-B/--bind -R/--rbind',
    operands: writes,
    values: '-t -o',
    // What is mounted there takes the place of what is in it.
    more: ({ positionals }) => filledDirectory(positionals.at(-1)),
  }),
  ...route('tic', { writes: '-o', operands: reads }),
  ...route('genisoimage mkisofs mksquashfs xorriso', {
    writes: '-o',
    operands: firstIsWritten,
    more: ({ positionals }, argv) => readTrees(positionals, argv),
  }),
  ...route('ditto', { operands: lastIsWritten }),
];

/** Of everything below a directory too. */
function changesAccess({ positionals, given }: ParsedArguments, argv: Arguments): readonly FileTouch[] {
  const isTree = given.has('-R');
  return touchPositionals(positionals, argv, 'write', isTree).map((touch) => ({
    ...touch,
    changesAccess: true,
  }));
}

/** Sources, and then a target that may be a directory; or sources alone where `-t` names it. */
function target(
  access: FileTouch['access'],
  values = '',
): Pick<Parameters<typeof route>[1], 'values' | 'lists' | 'more'> {
  return {
    values: `-S/--suffix --sparse --no-preserve ${values}`.trim(),
    lists: [
      { names: '-t/--target-directory', kind: 'entry', valueCount: 1, accepts: undefined },
      flags('-b --parents --path'),
      optionals('--backup --preserve --reflink --update --context'),
    ],
    more: (parsed, argv) => copied(parsed, argv, access),
  };
}

/** What puts the operands behind it into a store. */
const STORES =
  /^(?:create|backup|full|incremental|incr|cp|sync|rsync|mv|move|moveto|copy|copyto|mirror|submit|upload|put|send)$/u;

/** What is on another machine is none of these. */
function readTrees(positionals: readonly Positional[], argv: Arguments): readonly FileTouch[] {
  const local = positionals.filter(
    ({ value, prefix }) => !REMOTE.test(value ?? prefix) && !/^\w+:\/\//u.test(value ?? prefix),
  );
  return touchPositionals(local, argv, 'read', true);
}

function copied(
  parsed: ParsedArguments,
  argv: Arguments,
  access: FileTouch['access'],
  meant: (touch: FileTouch) => FileTouch = (touch) => touch,
): readonly FileTouch[] {
  const { given, positionals, fileValues } = parsed;
  const directory = fileValues.find(({ option }) => option === '-t');
  const last = directory ?? positionals.at(-1);
  // A directory moves with everything below it.
  const isTree = access === 'remove' || given.has('-r') || given.has('-a');
  const isAlone = directory === undefined && positionals.length === 1;
  const isLocal = (one: Positional): boolean => !REMOTE.test(one.value ?? one.prefix);
  const all = directory === undefined && !isAlone ? positionals.slice(0, -1) : positionals;
  const sources = touchPositionals(all.filter(isLocal), argv, access, isTree);
  if (last === undefined || REMOTE.test(last.value ?? '')) return sources;
  const place = isAlone
    ? { path: '.', argument: last.index }
    : { path: last.value ?? argv[last.index], argument: last.index };
  const names = touchPositionals(all, argv, access, isTree).map((touch) => meant(withoutHost(touch)));
  const form = directory === undefined && !isAlone ? 'either' : 'directory';
  const targets = touchTarget(place, names, form).map((touch) => named(touch, given, all.every(isLocal)));
  // What a pattern for the other side matches is called as its files are there.
  const isMatched = all.some((one) => !isLocal(one) && /[*?[{\\]/u.test(one.value ?? '*'));
  const matched = isMatched ? [wholeTree(last.value, last.index)] : [];
  return [...sources, ...targets, ...matched, ...targets.flatMap((touch) => backupsOf(touch, given))];
}

/** Of a source with a slash at its end, rsync copies what is in it. */
function contentsOf(touch: FileTouch): FileTouch {
  const { path } = touch;
  return typeof path === 'string' && path.endsWith('/') ? { ...touch, path: `${path}.` } : touch;
}

/** They repeat the directories of a source in the target. */
const KEEPS_DIRECTORIES: readonly string[] = ['--parents', '--path', '-R', '--relative'];

/** They leave files of other names there. */
const KEEPS_BACKUPS: readonly string[] = ['-b', '--backup', '-S', '--suffix', '--backup-dir'];

/** Without what it is a copy of where the names that come there aren't those of files that are here. */
function named(touch: FileTouch, given: ParsedArguments['given'], isLocal: boolean): FileTouch {
  const isOf = (options: readonly string[]): boolean => options.some((name) => given.has(name));
  const keepsDirectories = isOf(KEEPS_DIRECTORIES);
  if (isLocal && !keepsDirectories && !isOf(KEEPS_BACKUPS)) return touch;
  const { copyOf: _, ...rest } = touch;
  return keepsDirectories ? { ...rest, isTree: true } : rest;
}

/** In the target, whatever the source doesn't have. */
function deletedByRsync({ given, positionals }: ParsedArguments, argv: Arguments): readonly FileTouch[] {
  const target = positionals.at(-1);
  if (target === undefined || positionals.length < 2 || given.has('-n')) return [];
  if (!DELETES.some((name) => given.has(name)) || REMOTE.test(target.value ?? '')) return [];
  const path = target.value ?? argv[target.index];
  const isPart = SPARES.some((name) => given.has(name));
  return [
    { access: 'remove', path, isTree: true, removal: isPart ? 'found' : 'contents', argument: target.index },
  ];
}

/** What was there is kept beside it: `a~`, `a.~1~`, or with the suffix that is given. */
function backupsOf(touch: FileTouch, given: ParsedArguments['given']): readonly FileTouch[] {
  const { path } = touch;
  const isKept = given.has('-b') || given.has('--backup') || given.has('-S');
  if (!isKept || typeof path !== 'string') return [];
  const suffix = (given.get('-S') ?? given.get('--suffix'))?.at(-1) ?? '~';
  return [`${path}${suffix}`, `${path}.~1~`].map((name) => ({ ...touch, path: name }));
}

function withoutHost(touch: FileTouch): FileTouch {
  const { path } = touch;
  return typeof path === 'string' ? { ...touch, path: path.replace(REMOTE, '') } : touch;
}

/** What brings something from a store to the place that is named last. */
const FETCHES =
  /^(?:cp|sync|rsync|mv|move|moveto|copy|copyto|mirror|get|restore|download|fetch|recv|receive)$/u;

/** What brings one file, if no option says more. A directory need not be there yet. */
const OF_ONE = /^(?:cp|mv|get|download|copyto|moveto)$/u;
const OF_MANY = /^(?:-[a-zA-Z]*[rR][a-zA-Z]*|--recursive|.*\*.*)$/u;

const filledHere: readonly FileTouch[] = [{ access: 'write', path: '.', isTree: true, argument: 0 }];

function fetched(places: readonly Positional[], argv: Arguments): readonly FileTouch[] {
  const target = places.at(-1);
  if (target === undefined || /^[^/]*:/u.test(target.value ?? target.prefix ?? '')) return [];
  const path = target.value ?? argv[target.index];
  const touch: FileTouch = { access: 'write', path, isTree: true, argument: target.index };
  const isOfOne = argv.some((word) => OF_ONE.test(knownWord(word) ?? ''));
  const isOfMany = argv.some((word) => OF_MANY.test(knownWord(word) ?? '--recursive'));
  return [isOfOne && !isOfMany ? { ...touch, mayBeFile: true } : touch];
}

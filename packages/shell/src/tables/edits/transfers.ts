import type { FileTouch } from '../file-command.ts';
import type { Arguments, OptionList, ParsedArguments } from '../row.ts';
import { anyText, entries, flags, optionals, refused, row, values } from '../row.ts';
import type { Edit } from './edit.ts';
import { touchPositionals } from './touch-positionals.ts';
import { touchTarget } from './touch-target.ts';

type SourceTouch = (parsed: ParsedArguments) => Pick<FileTouch, 'access' | 'isTree'>;

const targetOptions = [
  entries('-t/--target-directory'),
  flags('-T/--no-target-directory -f/--force -i/--interactive -v/--verbose'),
  refused('-b/--backup -S/--suffix'),
];

/** Sources and then a target, or sources alone where an option names the directory. */
function touchesOf(parsed: ParsedArguments, argv: Arguments, source: SourceTouch): FileTouch[] | undefined {
  const { positionals, given, fileValues } = parsed;
  const { access, isTree } = source(parsed);
  const directories = fileValues.filter((one) => one.option === '-t');
  const read = fileValues.filter((one) => one.option !== '-t');
  const target = directories[0] ?? positionals.at(-1);
  const from = directories.length === 0 ? positionals.slice(0, -1) : positionals;
  if (directories.length > 1 || target === undefined || from.length === 0) return undefined;
  if ('isOne' in target && !target.isOne) return undefined;
  const sources = touchPositionals(from, argv, access, isTree);
  const isMany = from.length > 1 || from.some((one) => !one.isOne);
  const form = given.has('-T') ? 'file' : directories.length > 0 || isMany ? 'directory' : 'either';
  const place = { path: target.value ?? argv[target.index], argument: target.index };
  return [...touchPositionals(read, argv, 'read'), ...sources, ...touchTarget(place, sources, form)];
}

const transfer = (
  name: string,
  isFileEdit: boolean,
  options: readonly OptionList[],
  source: SourceTouch,
): Edit => ({
  row: row({ name, options: [...targetOptions, ...options], positionals: anyText }),
  isFileEdit,
  touches: (parsed, argv) => touchesOf(parsed, argv, source),
});

const install = transfer(
  'install',
  false,
  [
    flags('-c -C/--compare -d/--directory -D -p/--preserve-timestamps'),
    values('-g/--group -m/--mode -o/--owner'),
    // --strip runs a program.
    refused('-s/--strip --strip-program --preserve-context -Z/--context'),
  ],
  () => ({ access: 'read', isTree: false }),
);

/** Programs that bring files to another place. Absent: copies that follow links beneath a tree out of it. */
export const transferEdits: readonly Edit[] = [
  transfer(
    'cp',
    true,
    [
      flags('-a/--archive -d -H -l/--link -n/--no-clobber -p -P/--no-dereference -r/-R/--recursive'),
      flags('-s/--symbolic-link -x/--one-file-system --remove-destination --strip-trailing-slashes --debug'),
      flags('--attributes-only --copy-contents'),
      optionals('-u/--update --preserve --reflink'),
      values('--no-preserve --sparse'),
      refused('-L/--dereference --parents --path -Z/--context'),
    ],
    ({ given }) => ({ access: 'read', isTree: given.has('-r') || given.has('-a') }),
  ),
  transfer(
    'mv',
    true,
    [
      flags('-n/--no-clobber --strip-trailing-slashes --no-copy --debug'),
      optionals('-u/--update'),
      refused('--exchange -Z/--context'),
    ],
    // A directory moves with all beneath it.
    () => ({ access: 'remove', isTree: true }),
  ),
  {
    ...install,
    touches: (parsed, argv) =>
      parsed.given.has('-d')
        ? touchPositionals(parsed.positionals, argv, 'write')
        : install.touches(parsed, argv),
  },
  {
    row: row({
      name: 'ln',
      options: [
        ...targetOptions,
        flags('-s/--symbolic -n/--no-dereference -r/--relative -P/--physical -L/--logical'),
        refused('-d/-F/--directory'),
      ],
      positionals: anyText,
    }),
    isFileEdit: false,
    touches: (parsed, argv) => {
      // What is written through a hard link is written to its source.
      const access = parsed.given.has('-s') ? 'read' : 'write';
      const only = parsed.positionals[0];
      const isAlone = parsed.positionals.length === 1 && only?.isOne && parsed.fileValues.length === 0;
      if (!isAlone) return touchesOf(parsed, argv, () => ({ access, isTree: false }));
      const sources = touchPositionals([only], argv, access);
      return [...sources, ...touchTarget({ path: '.', argument: only.index }, sources, 'directory')];
    },
  },
];

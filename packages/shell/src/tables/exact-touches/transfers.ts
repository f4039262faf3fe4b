import type { FileTouch } from '../file-touch.ts';
import type { Arguments, FileValue, OptionList, ParsedArguments, Positional } from '../row.ts';
import { anyText, entries, flags, optionals, refused, row, values } from '../row.ts';
import type { Edit } from './edit.ts';
import { lastName } from './last-name.ts';
import { touchPositionals } from './touch-positionals.ts';
import { endingOf, touchTarget } from './touch-target.ts';

type SourceTouch = (parsed: ParsedArguments) => Pick<FileTouch, 'access' | 'isTree'>;

const targetOptions = [
  entries('-t/--target-directory'),
  flags('-T/--no-target-directory -f/--force -i/--interactive -v/--verbose'),
  refused('-b/--backup -S/--suffix'),
];

interface Places {
  readonly sources: readonly Positional[];
  readonly target: Positional | FileValue;
  readonly hasDirectoryOption: boolean;
}

/** Sources and then a target, or sources alone where an option names the directory. */
function placesOf({ positionals, fileValues }: ParsedArguments): Places | undefined {
  const [directory, ...others] = fileValues.filter((one) => one.option === '-t');
  const target = directory ?? positionals.at(-1);
  const sources = directory === undefined ? positionals.slice(0, -1) : positionals;
  if (others.length > 0 || target === undefined || sources.length === 0) return undefined;
  if ('isOne' in target && !target.isOne) return undefined;
  return { sources, target, hasDirectoryOption: directory !== undefined };
}

function touchesOf(parsed: ParsedArguments, argv: Arguments, source: SourceTouch): FileTouch[] | undefined {
  const places = placesOf(parsed);
  if (places === undefined) return undefined;
  const { target, hasDirectoryOption } = places;
  const { access, isTree } = source(parsed);
  const read = parsed.fileValues.filter((one) => one.option !== '-t');
  const sources = touchPositionals(places.sources, argv, access, isTree);
  const isMany = sources.length > 1 || places.sources.some((one) => !one.isOne);
  const form = parsed.given.has('-T') ? 'file' : hasDirectoryOption || isMany ? 'directory' : 'either';
  const place = { path: target.value ?? argv[target.index], argument: target.index };
  return [...touchPositionals(read, argv, 'read'), ...sources, ...touchTarget(place, sources, form)];
}

/** Everything it writes has a name from its arguments; what is copied without its own name may be anything. */
function isNamed(parsed: ParsedArguments, argv: Arguments, isTree: boolean): boolean {
  if (isTree && parsed.given.has('-T')) return false;
  const isName = ({ value, index }: Positional): boolean =>
    lastName(value) !== undefined || endingOf(argv[index]) !== undefined;
  const places = placesOf(parsed);
  if (places === undefined || !places.sources.every(isName)) return false;
  // A name that is made from another may be any, unless its ending is known.
  const { sources, target } = places;
  const isTargetKnown = target.value !== undefined || endingOf(argv[target.index]) !== undefined;
  return isTargetKnown || sources.every(({ value }) => value !== undefined);
}

const transfer = (
  name: string,
  options: readonly OptionList[],
  source: SourceTouch,
  form: Edit['transfer'],
): Edit => ({
  row: row({ name, options: [...targetOptions, ...options], positionals: anyText }),
  isFileEdit: false,
  transfer: form,
  touches: (parsed, argv) => touchesOf(parsed, argv, source),
});

const isTreeCopy = ({ given }: ParsedArguments): boolean => given.has('-r') || given.has('-a');

const makesLinks = ({ given }: ParsedArguments): boolean => given.has('-l') || given.has('-s');

const install = transfer(
  'install',
  [
    flags('-c -C/--compare -d/--directory -D -p/--preserve-timestamps'),
    values('-g/--group -m/--mode -o/--owner'),
    // --strip runs a program.
    refused('-s/--strip --strip-program --preserve-context -Z/--context'),
  ],
  () => ({ access: 'read', isTree: false }),
  undefined,
);

/** Programs that transfer files. Absent: copies that follow links out of a tree. */
export const transferEdits: readonly Edit[] = [
  transfer(
    'cp',
    [
      flags('-a/--archive -d -H -l/--link -n/--no-clobber -p -P/--no-dereference -r/-R/--recursive'),
      flags('-s/--symbolic-link -x/--one-file-system --remove-destination --strip-trailing-slashes --debug'),
      flags('--attributes-only --copy-contents'),
      optionals('-u/--update --preserve --reflink'),
      values('--no-preserve --sparse'),
      refused('-L/--dereference --parents --path -Z/--context'),
    ],
    // What is written through a hard link is written to its source.
    (parsed) => ({ access: parsed.given.has('-l') ? 'write' : 'read', isTree: isTreeCopy(parsed) }),
    (parsed, argv) => {
      const isTree = isTreeCopy(parsed);
      // On BSD, `cp -r a/ b` copies what is in a.
      const sources = placesOf(parsed)?.sources ?? [];
      const isEmptied = isTree && sources.some(({ value }) => value?.endsWith('/'));
      return {
        isFileEdit: isNamed(parsed, argv, isTree) && !isEmptied && !makesLinks(parsed),
        transfersLinks: isTree || makesLinks(parsed) || parsed.given.has('-d') || parsed.given.has('-P'),
      };
    },
  ),
  transfer(
    'mv',
    [
      flags('-n/--no-clobber --strip-trailing-slashes --no-copy --debug'),
      optionals('-u/--update'),
      refused('--exchange -Z/--context'),
    ],
    // A directory moves with everything below it.
    () => ({ access: 'remove', isTree: true }),
    (parsed, argv) => ({ isFileEdit: isNamed(parsed, argv, true), transfersLinks: true }),
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
    transfer: () => ({ isFileEdit: false, transfersLinks: true }),
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

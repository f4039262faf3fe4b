import type { FileTouch } from '../file-touch.ts';
import type { LooseArguments } from '../parse-loosely.ts';
import type { Arguments, OptionList, ParsedArguments, Positional, Row } from '../row.ts';
import { files, flags, row, values } from '../row.ts';
import { touchPositionals } from '../exact-touches/touch-positionals.ts';

/**
 * How a program accesses files, for deny rules. A route allows nothing, so it only needs the options that take a value;
 * all others are flags.
 */
export interface Route {
  readonly row: Row;
  readonly touches: (parsed: LooseArguments, argv: Arguments) => readonly FileTouch[];
  /** See `RouteSource`. Default false. */
  readonly isComplete?: boolean;
  /** See `RouteSource`. */
  readonly isListed?: (word: string) => boolean;
}

/** How operands are used; those with access `write` may also be removed. */
export type Use = readonly [
  access: FileTouch['access'],
  positionals: readonly Positional[],
  isTree?: boolean,
];

interface RouteSource {
  /** Flags that `operands` asks for. */
  readonly flags?: string;
  /** Options whose value is not a file. */
  readonly values?: string;
  /** Options whose value is a file. */
  readonly reads?: string;
  readonly writes?: string;
  readonly lists?: readonly OptionList[];
  readonly syntax?: Row['syntax'];
  readonly order?: Row['order'];
  readonly rewrite?: Row['rewrite'];
  readonly operands?: (parsed: ParsedArguments) => readonly Use[];
  /** Every option that is known is listed: with another one, the program may touch any file and run any program. Default false. */
  readonly isComplete?: true;
  /** Matches options of a complete list that come in families: `-Wall`, `--no-…`. */
  readonly families?: RegExp;
  /** Files that no operand names literally. */
  readonly more?: (parsed: ParsedArguments, argv: Arguments) => readonly FileTouch[];
}

/** The same route for several programs, by name. */
export function route(names: string, source: RouteSource): readonly [string, Route][] {
  const {
    operands,
    more,
    syntax = 'gnu',
    order = 'permuted',
    rewrite,
    isComplete = false,
    families,
  } = source;
  let written: ReadonlySet<string | undefined> | undefined;
  const isWritten = (option: string): boolean =>
    (written ??= new Set(
      (source.writes ?? '')
        .trim()
        .split(/\s+/u)
        .map((names) => names.split('/')[0]),
    )).has(option);
  const options = [
    ...(source.flags === undefined ? [] : [flags(source.flags.trim())]),
    ...(source.values === undefined ? [] : [values(source.values.trim())]),
    ...(source.reads === undefined ? [] : [files(source.reads.trim())]),
    ...(source.writes === undefined ? [] : [files(source.writes.trim())]),
    ...(source.lists ?? []),
  ];
  const touches: Route['touches'] = (parsed, argv) => [
    ...parsed.fileValues.flatMap((one) =>
      touchPositionals([one], argv, isWritten(one.option) ? 'write' : 'read'),
    ),
    ...(operands?.(parsed) ?? []).flatMap(([access, positionals, isTree]) =>
      touchPositionals(positionals, argv, access, isTree),
    ),
    ...(more?.(parsed, argv) ?? []),
  ];
  const isListed = (word: string): boolean => families?.test(word) === true;
  return names
    .split(' ')
    .map((name) => [
      name,
      { row: row({ name, options, syntax, order, rewrite }), touches, isComplete, isListed },
    ]);
}

/** What a list names that is read or made while the command runs: any file. */
export function listedFiles({ fileValues }: ParsedArguments, option: string): readonly FileTouch[] {
  const list = fileValues.find((one) => one.option === option);
  return list === undefined ? [] : [anyFile(list.index)];
}

export function anyFile(argument: number): FileTouch {
  return { access: 'read', path: undefined, isTree: true, isComputed: true, argument };
}

/** Any file, to read or to write. */
export function anything(): readonly FileTouch[] {
  return [anyFile(0), { access: 'write', path: undefined, isTree: true, argument: 0 }];
}

/** What a list names that goes away with its packing. */
export function removedByList(argument: number): FileTouch {
  return { access: 'remove', path: undefined, isTree: true, removal: 'beneath-unknown', argument };
}

/** A name that only a pattern for everything in a directory can match. */
export const ANY_NAME = '\uffff';

/** A directory, and files of any name in it. */
export function filledDirectory(
  place: Pick<Positional, 'value' | 'index'> | undefined,
): readonly FileTouch[] {
  if (place?.value === undefined) return [];
  const directory = place.value.replace(/(?<=.)\/+$/u, '');
  return [implied('write', directory, place), implied('write', `${directory}/${ANY_NAME}`, place)];
}

/** Directories that options name, as `filledDirectory`. */
export function filledBy({ given }: ParsedArguments, ...options: readonly string[]): readonly FileTouch[] {
  return options.flatMap((option) =>
    (given.get(option) ?? []).flatMap((value) => filledDirectory({ value, index: 1 })),
  );
}

/** A file whose name the arguments only imply, such as `a.gz` for `gzip a`. */
export function implied(
  access: FileTouch['access'],
  path: FileTouch['path'],
  { index }: { index: number },
): FileTouch {
  return { access, path, isTree: false, argument: index };
}

import type { OptionList, Row } from '../../row.ts';
import {
  anyFiles,
  anyText,
  files,
  flags,
  only,
  optionals,
  refused,
  row,
  unknownFiles,
  values,
} from '../../row.ts';

/**
 * What sort may be given without doing more than reading. What it may write with `-o` is in `exact-touches/sort-to-file.ts`, the files
 * that deny rules look at in `possible-touches/text.ts`.
 */
export const sortOptions: readonly OptionList[] = [
  flags('-b/--ignore-leading-blanks -d/--dictionary-order -f/--ignore-case -g/--general-numeric-sort'),
  flags('-i/--ignore-nonprinting -M/--month-sort -h/--human-numeric-sort -n/--numeric-sort -R/--random-sort'),
  flags(
    '-r/--reverse -V/--version-sort -c -C -m/--merge -s/--stable -u/--unique -z/--zero-terminated --debug',
  ),
  values('-k/--key -t/--field-separator -S/--buffer-size --parallel --sort --batch-size'),
  files('--random-source'),
  optionals('--check'),
];

/** Programs that put lines in order. */
export const orderRows: readonly Row[] = [
  row({
    name: 'sort',
    options: [
      ...sortOptions,
      files('--files0-from'),
      refused('-o/--output -T/--temporary-directory --compress-program'),
    ],
    positionals: anyFiles,
    readings: ({ given }) => (given.has('--files0-from') ? [unknownFiles('read')] : []),
  }),
  row({
    name: 'uniq',
    options: [
      flags('-c/--count -d/--repeated -D -i/--ignore-case -u/--unique -z/--zero-terminated'),
      values('-f/--skip-fields -s/--skip-chars -w/--check-chars'),
      optionals('--all-repeated --group'),
    ],
    // A second positional is the output file; a uniq that doesn't permute takes a late option for it.
    positionals: only('file'),
    order: 'strict',
  }),
  row({
    name: 'shuf',
    options: [
      flags('-e/--echo -r/--repeat -z/--zero-terminated'),
      values('-i/--input-range -n/--head-count'),
      files('--random-source'),
    ],
    positionals: (parsed) => (parsed.given.has('-e') ? anyText : only('file')),
  }),
  row({ name: 'tsort', positionals: only('file'), acceptsUnknownWords: true }),
];

import type { FileTouch } from '../file-touch.ts';
import { pairs, type ParsedArguments } from '../row.ts';
import { implied, route, type Route } from './route.ts';
import { filesOfSql } from './sql-files.ts';
import { databaseNames, filesOfSqlite } from './sqlite-files.ts';

/** Each with one dash or two. */
const dashed = (names: string): string =>
  names
    .split(' ')
    .map((name) => `-${name}/--${name}`)
    .join(' ');

const FLAGS = dashed(
  'append ascii bail batch box column csv deserialize echo header noheader help html interactive json line list ' +
    'markdown memtrace multiplex nofollow no-rowid-in-view quote readonly safe stats table tabs version zip',
);
const VALUES = dashed(
  'cmd separator newline nonce nullvalue vfs maxsize mmap heap escape pcachetrace screenwidth',
);

/** Databases that are files. */
export const databaseRoutes: readonly (readonly [string, Route])[] = [
  ...route('sqlite3', {
    flags: FLAGS,
    values: VALUES,
    reads: dashed('init'),
    lists: [pairs(dashed('lookaside pagecache'))],
    syntax: 'words',
    isComplete: true,
    operands: ({ positionals }) => [['write', positionals.slice(0, 1)]],
    more: (parsed) => textsIn(parsed, '-cmd'),
  }),
  ...route('duckdb', {
    values: '-cmd -c -s -separator -nullvalue -newline',
    reads: '-init -f',
    syntax: 'words',
    operands: ({ positionals }) => [['write', positionals.slice(0, 1)]],
    more: (parsed) => [
      ...textsIn(parsed, '-cmd', '-c', '-s'),
      ...parsed.positionals.slice(1).flatMap(({ value, index }) => filesOfSql(value, index)),
    ],
  }),
];

function textsIn(
  { positionals, given }: ParsedArguments,
  ...options: readonly string[]
): readonly FileTouch[] {
  const [database, ...texts] = positionals;
  const told = options.flatMap((option) =>
    (given.get(option) ?? []).map((value) => ({ value, index: database?.index ?? 1 })),
  );
  const all = [...told, ...texts];
  const isKnown = all.every(({ value }) => value !== undefined);
  const { index } = all[0] ?? { index: 1 };
  const names = databaseNames(database?.value ?? '').slice(1);
  return [
    ...names.map((name) => implied('write', name, database ?? { index: 1 })),
    ...(all.length === 0
      ? []
      : filesOfSqlite(isKnown ? all.map(({ value }) => value).join('\n') : undefined, index)),
  ];
}

import { fileRows } from './rows/files.ts';
import { find } from './rows/find.ts';
import { gitProgram } from './rows/git.ts';
import { searchRows } from './rows/search.ts';
import { shellRows, shellSpecials } from './rows/shell.ts';
import { systemRows } from './rows/system.ts';
import { textRows } from './rows/text.ts';
import type { Row, Special } from './row.ts';

const all: readonly (Row | Special)[] = [
  ...textRows,
  ...fileRows,
  ...searchRows,
  ...shellRows,
  ...systemRows,
  ...shellSpecials,
  find,
  gitProgram,
];

/** Every program that has a row, by name. */
export const programs: ReadonlyMap<string, Row | Special> = new Map(all.map((one) => [one.name, one]));

import { fileRows } from './rows/files.ts';
import { find } from './rows/find.ts';
import { gitProgram } from './rows/git.ts';
import { searchRows } from './rows/search.ts';
import { shellRows, shellSpecials } from './rows/shell.ts';
import { systemRows } from './rows/system.ts';
import { bytesRows } from './rows/text/bytes.ts';
import { compareRows } from './rows/text/compare.ts';
import { numberRows } from './rows/text/number.ts';
import { orderRows } from './rows/text/order.ts';
import { showRows } from './rows/text/show.ts';
import type { Row, Special } from './row.ts';

const all: readonly (Row | Special)[] = [
  ...showRows,
  ...orderRows,
  ...compareRows,
  ...bytesRows,
  ...numberRows,
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

import { archiveRows } from './rows/archives.ts';
import { awkRows } from './rows/awk.ts';
import { builtInRows } from './rows/built-ins.ts';
import { dataRows } from './rows/data.ts';
import { dockerProgram } from './rows/docker.ts';
import { fileRows } from './rows/files.ts';
import { find } from './rows/find.ts';
import { gitProgram } from './rows/git.ts';
import { searchRows } from './rows/search.ts';
import { sed } from './rows/sed.ts';
import { serviceRows } from './rows/services.ts';
import { shellRows, shellSpecials } from './rows/shell.ts';
import { systemRows } from './rows/system.ts';
import { bytesRows } from './rows/text/bytes.ts';
import { compareRows } from './rows/text/compare.ts';
import { numberRows } from './rows/text/number.ts';
import { orderRows } from './rows/text/order.ts';
import { showRows } from './rows/text/show.ts';
import { versionRows } from './rows/versions.ts';
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
  ...awkRows,
  ...archiveRows,
  ...dataRows,
  ...builtInRows,
  ...serviceRows,
  ...versionRows,
  dockerProgram,
  find,
  sed,
  gitProgram,
];

/** Every program that has a row, by name. */
export const programs: ReadonlyMap<string, Row | Special> = new Map(all.map((one) => [one.name, one]));

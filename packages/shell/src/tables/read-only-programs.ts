import { archiveRows } from './read-only/archives.ts';
import { awkRows } from './read-only/awk.ts';
import { builtInRows } from './read-only/built-ins.ts';
import { dataRows } from './read-only/data.ts';
import { dockerProgram } from './read-only/docker.ts';
import { fileRows } from './read-only/files.ts';
import { find } from './read-only/find.ts';
import { gitProgram } from './read-only/git.ts';
import { searchRows } from './read-only/search.ts';
import { sed } from './read-only/sed.ts';
import { serviceRows } from './read-only/services.ts';
import { shellRows, shellSpecials } from './read-only/shell.ts';
import { systemRows } from './read-only/system.ts';
import { bytesRows } from './read-only/text/bytes.ts';
import { compareRows } from './read-only/text/compare.ts';
import { numberRows } from './read-only/text/number.ts';
import { orderRows } from './read-only/text/order.ts';
import { showRows } from './read-only/text/show.ts';
import { versionRows } from './read-only/versions.ts';
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

/** The programs that are known to only read, with the options and operands with which they do; by name. */
export const readOnlyPrograms: ReadonlyMap<string, Row | Special> = new Map(
  all.map((one) => [one.name, one]),
);

import { readOnlyPrograms } from '../../../src/tables/read-only-programs.ts';
import { after, row, type Row } from '../../../src/tables/row.ts';
import { allRows } from '../rows-beneath.ts';

export interface TableRow {
  readonly row: Row;
  /** The program, and the sub-commands that lead to the row. */
  readonly lead: readonly string[];
}

/** git has tests of its own; `[` is `test` with a bracket at the end. */
const ELSEWHERE = new Set(['git', '[']);

/** Every row of the tables, and one for each program that has none but knows words of its own, such as `find`. */
export const tableRows: readonly TableRow[] = allRows.flatMap(({ row: own, lead }) => {
  const [name = ''] = lead;
  if (ELSEWHERE.has(name)) return [];
  if (own !== undefined) return [{ row: own, lead }];
  const program = readOnlyPrograms.get(name);
  if (program === undefined || !('decide' in program)) return [];
  const { options } = program;
  return [{ row: row({ name, options, syntax: 'words', positionals: after([], 'file') }), lead }];
});

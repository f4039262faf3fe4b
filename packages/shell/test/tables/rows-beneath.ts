import { readOnlyPrograms } from '../../src/tables/read-only-programs.ts';
import type { Row } from '../../src/tables/row.ts';

/** A row with the words that lead to it. */
export interface Lead {
  readonly lead: readonly string[];
  /** Undefined: a program whose arguments follow no option syntax. */
  readonly row: Row | undefined;
}

function* rowsBeneath(row: Row, lead: readonly string[]): Generator<Lead> {
  yield { lead, row };
  for (const [name, sub] of row.subcommands ?? []) yield* rowsBeneath(sub, [...lead, name]);
}

/** Every row of the tables. */
export const allRows: readonly Lead[] = Array.from(readOnlyPrograms, ([name, program]) =>
  'decide' in program ? [{ lead: [name], row: undefined }] : [...rowsBeneath(program, [name])],
).flat();

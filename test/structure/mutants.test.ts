import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { outOfDate } from '../../scripts/mutants/apply.ts';
import { MUTANTS } from '../../scripts/mutants/list.ts';
import { renderTable } from '../../scripts/mutants/table.ts';

const root = resolve(import.meta.dirname, '../..');

test('every mutant still fits the sources, and has a name of its own', () => {
  const names = MUTANTS.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(
    MUTANTS.flatMap((mutant) => {
      const problem = outOfDate(mutant, root);
      return problem === undefined ? [] : [`${mutant.name}: ${problem}`];
    }),
  ).toEqual([]);
});

test('docs/mutants.md lists the mutants as they are: `npm run mutants -- --docs` writes it', () => {
  expect(readFileSync(join(root, 'docs/mutants.md'), 'utf8')).toBe(renderTable(MUTANTS));
});

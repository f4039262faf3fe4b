import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { wrongOptions } from '../../src/options/check-options.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/library.md'), 'utf8');
const [, all = ''] =
  /Options: (.*)\.$/.exec((await wrongOptions({ cwd: '.', zzzzzzzzzz: 1 }))?.message ?? '') ?? [];
const options = all.split(', ').filter((name) => name !== 'cwd');

it.each(options)('%s has a row in the table of the options of a runtime', (name) => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows.filter((row) => row.split(' | ')[0]?.includes(`\`${name}\``) === true)).toHaveLength(1);
});

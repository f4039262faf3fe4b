import { expect, it } from 'vitest';
import { classifyArguments } from '../../../src/tables/classify-arguments.ts';
import { pairsOf } from './pairs-of.ts';
import { tableRows } from './table-rows.ts';

it('every pair of options of every program is judged, and alike in each of its spellings', () => {
  let judged = 0;
  let readOnly = 0;
  const different: string[] = [];
  for (const { row, lead } of tableRows) {
    let plain = '';
    for (const { argv, form } of pairsOf(row, lead)) {
      const { kind } = classifyArguments(argv);
      judged += 1;
      if (kind === 'read-only') readOnly += 1;
      if (form === 'plain') plain = kind;
      if (form === 'alike' && kind !== plain) different.push(`${argv.join(' ')} is ${kind}, not ${plain}`);
    }
  }
  process.stdout.write(`${judged} commands with pairs of options judged, ${readOnly} of them read-only\n`);
  expect(different).toEqual([]);
  expect(judged).toBeGreaterThan(300_000);
});

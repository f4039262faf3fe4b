import { expect, it } from 'vitest';
import { tableLines } from '../../../../src/cli/interactive/commands/table-lines.ts';

it('the second column is aligned; a first cell that is too wide for it has a row of its own', () => {
  const rows = [
    ['/copy [N | code]', 'Copy the latest answer, or its last code block'],
    ['/loop [INTERVAL] [PROMPT] | list | stop [ID]', 'Repeat a prompt'],
    ['/fork', ''],
  ] as const;
  expect(tableLines(rows, 60)).toEqual([
    '  /copy [N | code]  Copy the latest answer, or its last code',
    '                    block',
    '  /loop [INTERVAL] [PROMPT] | list | stop [ID]',
    '                    Repeat a prompt',
    '  /fork',
  ]);
});

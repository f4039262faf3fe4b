import { expect, it } from 'vitest';
import { foldBelow } from '../../../../src/cli/interactive/commands/fold-below.ts';
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

it('in a narrow window, a second cell that would be wrapped often is below the first one', () => {
  const rows = [
    ['/permissions [NAME]', 'Show and change the rules of this session'],
    ['/vim', 'Turn the keys of vim on or off'],
  ] as const;
  expect(tableLines(rows, 40)).toEqual([
    '  /permissions [NAME]',
    '    Show and change the rules of this',
    '    session',
    '  /vim',
    '    Turn the keys of vim on or off',
  ]);
  expect(tableLines([['mode', 'default']], 24)).toEqual(['  mode  default']);
});

it.each([
  ['ok Node            24.21.0 on linux', 40, ['ok Node            24.21.0 on linux']],
  [
    'ok Control groups  a command that runs for a while has its own',
    50,
    ['ok Control groups  a command that runs for a while', '                   has its own'],
  ],
  [
    '                   refused: reaching a server of this machine',
    50,
    ['                   refused: reaching a server of', '                   this machine'],
  ],
  [
    'ok Control groups  a command that runs for a while',
    40,
    ['ok Control groups  a command that runs for a while'],
  ],
])('what is said at the right of a name goes on below: %s', (line, width, rows) => {
  expect(foldBelow(line, width)).toEqual(rows);
});

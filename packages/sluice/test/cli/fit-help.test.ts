import { expect, it } from 'vitest';
import { fitHelp } from '../../src/cli/fit-help.ts';
import { HELP } from '../../src/cli/help.ts';

it.each([
  ['a line that fits', 'Usage: sluice tools list', 'Usage: sluice tools list'],
  [
    'an option goes on below its text',
    '  --json      Print the definitions of all tools as JSON',
    '  --json      Print the definitions of\n              all tools as JSON',
  ],
  [
    'usage goes on below the program',
    'Usage: sluice call NAME TOOL [JSON] [--json] [--allow RULE]',
    'Usage: sluice call NAME TOOL [JSON]\n       [--json] [--allow RULE]',
  ],
  [
    'a sentence',
    'Each command has its own help text. Ask for it by --help.',
    'Each command has its own help text. Ask\nfor it by --help.',
  ],
])('%s', (_, text, rows) => {
  expect(fitHelp(text, 40)).toBe(rows);
});

it('leaves out no word, whatever the window', () => {
  const words = (text: string): readonly string[] => text.split(/\s+/);
  for (const columns of [40, 60, 80, 200]) {
    const fitted = fitHelp(HELP, columns);
    expect(words(fitted)).toEqual(words(HELP));
    // In a narrower window, a word may be longer than a row.
    if (columns >= 80) expect(fitted.split('\n').filter((row) => row.length > columns)).toEqual([]);
  }
  expect(fitHelp(HELP, 200)).toBe(HELP);
});

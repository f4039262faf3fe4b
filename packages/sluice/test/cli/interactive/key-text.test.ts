import type { TerminalAction } from '@sluice/settings';
import { expect, it } from 'vitest';
import { keysCommand } from '../../../src/cli/interactive/commands/keys.ts';
import type { CommandContext } from '../../../src/cli/interactive/commands/slash-command.ts';
import { keyTexts } from '../../../src/cli/interactive/key-text.ts';

it('/keys names the keys that are set, and leaves out what has none', () => {
  const keyOf = keyTexts(
    new Map<string, TerminalAction>([
      ['shift+tab', 'mode'],
      ['alt+h', 'search'],
      ['f5', 'tasks'],
    ]),
  );
  let rows: readonly (readonly [string, string])[] = [];
  const table = (all: typeof rows): void => {
    rows = all;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command uses of it
  void keysCommand.run('', { table, keyOf, isPlain: false } as unknown as CommandContext);
  const keys = rows.map(([key]) => key);
  expect(keys).toEqual(expect.arrayContaining(['Enter', 'Shift-Tab', 'Alt-H', 'F5']));
  expect(rows.find(([key]) => key === 'Alt-H')?.[1]).toContain('earlier prompt');
  expect(keys).not.toContain('Ctrl-R');
  expect(rows.some(([, does]) => does.includes('$EDITOR'))).toBe(false);
});

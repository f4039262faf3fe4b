import { displayInput } from '@sluice/core';
import { expect, test } from 'vitest';
import { shownToClients } from '../../src/cli/shown-to-clients.ts';

const question = (command: string) =>
  shownToClients({
    input: { command },
    display: displayInput({ command }),
    suggestedRules: ['Bash(touch *)'],
  });

test('a program shows the middle of a long command too', () => {
  const command = `touch x; ${'echo a; '.repeat(75)}rm -r important; ${'echo b; '.repeat(75)}`;
  const { display, suggestedRules } = question(command);
  expect(display.text).toBe(`command: ${command}`);
  expect(display.warnings).toEqual([]);
  expect(suggestedRules).toEqual(['Bash(touch *)']);
  const lines = question(`${'echo a\n'.repeat(30)}rm -r important\n${'echo b\n'.repeat(30)}`);
  expect(lines.display.text).toContain('rm -r important');
});

test('of a command that is too long to look through, it says that not all is shown, and offers nothing for always', () => {
  const { display, suggestedRules } = question(`${'echo a; '.repeat(9000)}rm -r important`);
  expect(display.text.length).toBeLessThan(2000);
  expect(display.warnings).toEqual([expect.stringContaining('Only the beginning and the end')]);
  expect(suggestedRules).toEqual([]);
});

import { expect, it } from 'vitest';
import { TerminalStyle } from '../../../../src/cli/interactive/front/terminal-style.ts';

const QUESTION = '\u001b]11;?\u001b\\';
const DARK = '\u001b[36ma\u001b[0m';
const LIGHT = '\u001b[35ma\u001b[0m';

/** Whether there are colors, the background that is set, whether the terminal can be asked; then the question, and the style before and after the answer. */
it.each([
  ['nothing says what its background is', true, undefined, true, QUESTION, DARK, LIGHT],
  ['a setting says that it is dark', true, 'dark', true, '', DARK, DARK],
  ['a setting says that it is light', true, 'light', true, '', LIGHT, LIGHT],
  ['the terminal would print the question', true, undefined, false, '', DARK, DARK],
  ['there are no colors', false, undefined, true, '', 'a', 'a'],
] as const)('asks the terminal or not where %s', (_, hasColor, background, canAsk, asked, before, after) => {
  const colors = new TerminalStyle({ hasColor, background }, canAsk);
  const { style } = colors;
  expect([colors.question, style('accent', 'a')]).toEqual([asked, before]);
  colors.saw('light');
  expect(style('accent', 'a')).toBe(after);
});

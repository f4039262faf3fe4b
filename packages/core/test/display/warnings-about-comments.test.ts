import { expect, it } from 'vitest';
import { displayInput } from '../../src/display/display-input.ts';

const comments = (count: number, line = '# x'): string => `\n${line}`.repeat(count);
const warned = (input: object): boolean =>
  displayInput(input).warnings.some((warning) => warning.includes('comment lines in a row'));

it.each([
  ['sixty comments', `touch a${comments(60)}\nrm -rf b`],
  ['comments with nothing in them', `touch a${comments(60, '# ')}\nrm -rf b`],
  ['indented comments', `touch a${comments(60, '\t #')}\nrm -rf b`],
  ['comments with empty lines between them', `touch a${comments(60, '#\n')}\nrm -rf b`],
  ['comments before the command', `#${comments(21)}\nrm -rf b`],
])('%s are named', (_title, command) => {
  expect(warned({ command })).toBe(true);
});

it.each<[string, object]>([
  ['a few comments', { command: `touch a${comments(12)}\nls` }],
  ['comments that nothing follows', { command: `touch a${comments(60)}\n` }],
  ['the header of a file', { content: `${comments(60)}\nls` }],
])('%s are not', (_title, input) => {
  expect(warned(input)).toBe(false);
});

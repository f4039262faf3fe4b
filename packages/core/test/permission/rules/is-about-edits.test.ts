import { expect, it } from 'vitest';
import { isAboutEdits } from '../../../src/index.ts';

it.each([
  ['Edit', true],
  ['Edit(/src/calc.js)', true],
  ['Write', true],
  ['NotebookEdit', true],
  ['Read(/src/calc.js)', false],
  ['Bash(npm test *)', false],
  ['mcp__docs__edit', false],
  ['Edit(', false],
])('whether %s is about changes of files: %s', (rule, is) => {
  expect(isAboutEdits(rule)).toBe(is);
});

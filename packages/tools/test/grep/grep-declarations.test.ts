import { expect, it } from 'vitest';
import { createGlobTool } from '../../src/glob/glob-tool.ts';
import { createGrepTool } from '../../src/grep/grep-tool.ts';

it.each([
  ['by default', undefined, 20_000],
  ['where few are wanted, whose lines may be long', 3, 20_000],
  ['as the default where that is given', 250, 20_000],
  ['in step with the number of results', 500, 40_000],
  ['up to what any tool may return', 10_000, 50_000],
  ['up to that without a limit', 0, 50_000],
])('the length of an answer is bounded %s', (_, head_limit, chars) => {
  expect(createGrepTool().maxResultSizeChars({ pattern: 'x', head_limit })).toBe(chars);
});

it('an "always" to a search allows to read that directory', () => {
  const at = { cwd: '/work' };
  expect(createGrepTool().suggestRules?.({ pattern: 'x', path: '/other' }, at)).toEqual(['Read(//other/**)']);
  expect(createGlobTool().suggestRules?.({ pattern: '/other/[a]/*.ts' }, at)).toEqual(['Read(//other/**)']);
  expect(createGrepTool().suggestRules?.({ pattern: 'x', path: '/' }, at)).toEqual([]);
});

import { expect, it } from 'vitest';
import { isNestedDeeper } from '../src/nesting.ts';

const nested = (depth: number, open = '[', close = ']'): unknown =>
  JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`);

it.each([
  ['text', 'x', false],
  ['null', null, false],
  ['lists up to the limit', nested(4), false],
  ['lists above it', nested(5), true],
  ['objects up to the limit', nested(4, '{"a":', '}'), false],
  ['objects above it', nested(5, '{"a":', '}'), true],
  ['what is deep behind what is not', [1, {}, nested(4)], true],
  ['what is much too deep for recursion', nested(100_000), true],
])('%s', (_what, value, isDeeper) => {
  expect(isNestedDeeper(value, 3)).toBe(isDeeper);
});

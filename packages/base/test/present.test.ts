import { expect, it } from 'vitest';
import { present } from '@sluice/base';

it('leaves out what is undefined, and nothing else that is false', () => {
  const fields = present({ a: undefined, b: null, c: 0, d: '', e: false, f: 'text' });
  expect(Object.keys(fields)).toEqual(['b', 'c', 'd', 'e', 'f']);
  expect(fields).toEqual({ b: null, c: 0, d: '', e: false, f: 'text' });
});

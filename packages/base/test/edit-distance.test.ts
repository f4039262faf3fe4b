import { expect, it } from 'vitest';
import { editDistance } from '../src/edit-distance.ts';

it.each([
  ['', '', 0],
  ['read', 'read', 0],
  ['', 'abc', 3],
  ['raed', 'read', 1],
  ['grep', 'gerp', 1],
  ['bash', 'bas', 1],
  ['glob', 'blob', 1],
  ['write', 'edit', 3],
])('%s and %s are %i apart, whichever comes first', (a, b, distance) => {
  expect([editDistance(a, b), editDistance(b, a)]).toEqual([distance, distance]);
});

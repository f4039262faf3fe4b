import { expect, it } from 'vitest';
import { presentItems } from '@sluice/base';

it('leaves out what is undefined, and nothing else that is false, in order', () => {
  expect(presentItems([undefined, 'a', '', 0, undefined, false, null])).toEqual(['a', '', 0, false, null]);
});

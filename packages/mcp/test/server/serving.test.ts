import { expect, it } from 'vitest';
import { Serving } from '../../src/server/serving.ts';

it('a client that was not heard of for a thousand others is forgotten, and begins anew', () => {
  let opened = 0;
  const host = { openClient: () => ({ number: (opened += 1) }) };
  const serving = new Serving({ host, validator: {}, stateKey: new Uint8Array(32) } as never);
  const [first, kept] = [serving.client('first'), serving.client('kept')];
  for (let number = 0; number < 998; number += 1) serving.client(`other ${number}`);
  expect(serving.client('kept')).toBe(kept);
  expect(opened).toBe(1_000);
  serving.client('one more');
  expect(serving.client('kept')).toBe(kept);
  expect(serving.client('first')).not.toBe(first);
  expect(opened).toBe(1_002);
});

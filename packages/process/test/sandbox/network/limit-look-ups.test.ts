import { expect, it } from 'vitest';
import { limitLookUps } from '../../../src/sandbox/network/limit-look-ups.ts';

it('look-ups that go on count until they have ended, whoever has given up on them', async () => {
  const open: (() => void)[] = [];
  const lookUp = limitLookUps((host) => new Promise((resolve) => open.push(() => resolve([host]))), 2);
  const [first, second] = [lookUp('a'), lookUp('b')];
  expect(await lookUp('c')).toEqual([]);
  expect(open).toHaveLength(2);
  open[0]?.();
  expect(await first).toEqual(['a']);
  const third = lookUp('d');
  expect(open).toHaveLength(3);
  for (const end of open) end();
  expect(await Promise.all([second, third])).toEqual([['b'], ['d']]);
});

it('a look-up that fails has ended', async () => {
  const lookUp = limitLookUps(
    (host) => (host === 'bad' ? Promise.reject(new Error('no')) : Promise.resolve([host])),
    1,
  );
  await expect(lookUp('bad')).rejects.toThrow('no');
  expect(await lookUp('good')).toEqual(['good']);
});

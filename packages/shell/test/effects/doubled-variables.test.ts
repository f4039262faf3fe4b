import { expect, test } from 'vitest';
import { analyse } from './analyse.ts';

test('a variable that each assignment doubles is not known beyond a limit', () => {
  const doubled = (times: number): string =>
    `x0=aaaaaaaaaa;${Array.from({ length: times }, (_, index) => `x${index + 1}=$x${index}$x${index};`).join('')}`;
  const argument = (times: number): unknown =>
    analyse(`${doubled(times)} cat $x${times}`).commands.at(-1)?.argv[1];
  expect(argument(3)).toBe('a'.repeat(80));
  expect(argument(11)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { analyze } from './analyze.ts';

const doubled = (times: number): string =>
  `x0=aaaaaaaaaa;${Array.from({ length: times }, (_, index) => `x${index + 1}=$x${index}$x${index};`).join('')}`;

test('a variable that each assignment doubles is not known beyond a limit', () => {
  const argument = (times: number): unknown =>
    analyze(`${doubled(times)} cat $x${times}`).commands.at(-1)?.argv[1];
  expect(argument(3)).toBe('a'.repeat(80));
  expect(argument(11)).toBeUndefined();
});

test.each([
  ['assigned', (times: number) => `${doubled(times)} cat $x${times}`],
  ['exported', (times: number) => `${doubled(times).replaceAll(/(^|;)x/gu, '$1export x')} cat $x${times}`],
  ['assigned again', (times: number) => `x=aaaaaaaaaa; ${'x=$x$x; '.repeat(times)} cat $x`],
])('a line whose variables grow without end (%s) costs a bounded amount, and is given up', (_, line) => {
  for (const times of [20, 24, 200]) {
    const analysis = analyze(line(times));
    expect(analysis.opaque?.reason).toBe('too-deep');
    expect(JSON.stringify(analysis).length).toBeLessThan(200_000);
  }
});

test('all the values that a line puts into words are bounded together', () => {
  const value = 'a/'.repeat(1250);
  expect(analyze(`x=${value}; ${'cat $x; '.repeat(100)}`).opaque).toBeUndefined();
  expect(analyze(`x=${value}; ${'cat $x; '.repeat(500)}`).opaque?.reason).toBe('too-deep');
});

import { expect, it } from 'vitest';
import { durationText } from '../../src/result/duration-text.ts';

it.each([
  [0, '0 ms'],
  [999.4, '999 ms'],
  [999.6, '1 s'],
  [1_250, '1.2 s'],
  [59_999, '59.9 s'],
  [60_000, '1 min'],
  [125_000, '2 min 5 s'],
  [650_000, '10 min 50 s'],
  [1_800_600, '30 min'],
  [3_600_000, '1 h'],
  [7_260_000, '2 h 1 min'],
  [360_000_000, '100 h'],
])('%d ms is %s', (ms, text) => expect(durationText(ms)).toBe(text));

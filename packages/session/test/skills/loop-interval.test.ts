import { cronTimes } from '@sluice/tools';
import { expect, it } from 'vitest';
import { loopInterval } from '../../src/skills/loop-interval.ts';

const NOW = new Date(2026, 2, 3, 14, 27, 30);

it.each([
  ['Check the build.', 'self-paced', 'Check the build.'],
  ['5m Check the build.', '*/5 * * * *', 'Check the build.'],
  ['20s Look.', '* * * * *', 'Look.'],
  ['7m Look.', '*/6 * * * *', 'Look.'],
  ['50m Look.', '27 * * * *', 'Look.'],
  ['60m Look.', '27 * * * *', 'Look.'],
  ['2h Look.', '27 */2 * * *', 'Look.'],
  ['1d Look.', '27 14 * * *', 'Look.'],
  ['5m', '*/5 * * * *', ''],
  ['5 apples', 'self-paced', '5 apples'],
  ['5minutes Look.', '*/5 * * * *', 'Look.'],
  ['90secs Look.', '*/2 * * * *', 'Look.'],
  ['1hour Look.', '27 * * * *', 'Look.'],
  ['5-minute rests', 'self-paced', '5-minute rests'],
  ['  5m  one\n two ', '*/5 * * * *', 'one\n two'],
])('%j repeats as %j', (args, cron, prompt) => {
  expect(loopInterval(args, NOW)).toEqual({ cron, prompt });
});

it.each([
  ['25h Look.', 'The interval is longer than a day.'],
  ['99999999999999999999d Look.', 'The interval is longer than a day.'],
  ['0m Look.', 'The interval is 0.'],
  ['10x Look.', '10x is not an interval: write a number and s, m, h or d.'],
  ['5weeks', '5weeks is not an interval: write a number and s, m, h or d.'],
])('%j is refused', (args, problem) => {
  expect(loopInterval(args, NOW)).toEqual({ problem });
});

it('every interval up to a day comes evenly, and is the nearest that can', async () => {
  for (let minutes = 1; minutes <= 1440; minutes += 1) {
    const interval = loopInterval(`${minutes}m Look.`, NOW);
    const cron = 'cron' in interval ? interval.cron : interval.problem;
    const { after } = await cronTimes(cron, 'UTC');
    const first = after(NOW.getTime()) ?? 0;
    const second = after(first) ?? 0;
    const third = after(second) ?? 0;
    expect(third - second, cron).toBe(second - first);
    const each = (second - first) / 60_000;
    expect(1440 % each, cron).toBe(0);
    expect(Math.max(each / minutes, minutes / each), `${minutes}m: ${cron}`).toBeLessThan(1.5);
  }
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cronProblem } from '../../src/schedule/cron-problem.ts';
import { cronTimes } from '../../src/schedule/cron-times.ts';

describe('an expression', () => {
  it.each(['* * * * *', '*/5 9-17 * * 1-5', '0,30 8 1,15 * *', '5/15 * * * *', '0 0 * * 7', ' 0  9 * * 1 '])(
    '%j is one',
    (cron) => {
      expect(cronProblem(cron)).toBeUndefined();
    },
  );

  it.each([
    ['', /five fields .* not 0/],
    ['* * * *', /five fields .* not 4/],
    ['0 * * * * *', /five fields .* not 6/],
    ['@daily', /five fields/],
    ['60 * * * *', /The field minute can't be "60"/],
    ['* 24 * * *', /The field hour/],
    ['* * 0 * *', /The field day of the month/],
    ['* * L * *', /The field day of the month/],
    ['* * * JAN *', /The field month/],
    ['* * * * 8', /The field day of the week/],
    ['* * * * MON', /The field day of the week/],
    ['30-10 * * * *', /The field minute/],
    ['*/0 * * * *', /The field minute/],
    ['* * * */13 *', /The field month/],
    ['1,,2 * * * *', /The field minute/],
    ['-5 * * * *', /The field minute/],
    ['? * * * *', /The field minute/],
  ])('%j is none, and the field is named', (cron, problem) => {
    expect(cronProblem(cron)).toMatch(problem);
  });

  it('that names no day has no next run', async () => {
    expect((await cronTimes('0 0 31 2 *')).after(Date.UTC(2026, 0, 1))).toBeUndefined();
  });

  it('has words', async () => {
    expect((await cronTimes('0 9 * * 1-5')).words).toBe('At 09:00, Monday through Friday');
    expect((await cronTimes('5/15 * * * *')).words).toContain('15 minutes');
  });
});

describe('daylight saving', () => {
  const runs = async (cron: string, from: string, count: number): Promise<readonly string[]> => {
    const times = await cronTimes(cron, 'Europe/Berlin');
    const found: number[] = [];
    for (let at = Date.parse(from); found.length < count;) {
      at = times.after(at) ?? Number.NaN;
      found.push(at);
    }
    return found.map((time) => new Date(time).toISOString().slice(0, 16));
  };

  it('a time that is skipped comes right after, once', async () => {
    expect(await runs('30 2 * * *', '2027-03-27T12:00Z', 2)).toEqual([
      '2027-03-28T01:00',
      '2027-03-29T00:30',
    ]);
  });

  it('a time that comes twice counts once', async () => {
    expect(await runs('30 2 * * *', '2027-10-30T12:00Z', 2)).toEqual([
      '2027-10-31T00:30',
      '2027-11-01T01:30',
    ]);
  });
});

/** Numbers of a field, and its text. */
function field(
  least: number,
  most: number,
): fc.Arbitrary<{ readonly text: string; has(n: number): boolean }> {
  const number = fc.integer({ min: least, max: most });
  return fc.oneof(
    fc.constant({ text: '*', has: () => true }),
    number.map((one) => ({ text: String(one), has: (n: number) => n === one })),
    fc.integer({ min: 2, max: most }).map((step) => ({
      text: `*/${step}`,
      has: (n: number) => (n - least) % step === 0,
    })),
    fc.tuple(number, number).map(([a, b]) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      return { text: `${from}-${to}`, has: (n: number) => n >= from && n <= to };
    }),
    fc.uniqueArray(number, { minLength: 2, maxLength: 3 }).map((list) => ({
      text: list.join(','),
      has: (n: number) => list.includes(n),
    })),
  );
}

it('next runs are those of a search minute by minute', async () => {
  await fc.assert(
    fc.asyncProperty(
      field(0, 59),
      field(0, 23),
      field(1, 31),
      field(1, 12),
      field(0, 6),
      fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2030, 0, 1) }),
      async (minute, hour, day, month, weekday, start) => {
        const cron = [minute, hour, day, month, weekday].map(({ text }) => text).join(' ');
        const times = await cronTimes(cron, 'UTC');
        const end = start + 4 * 24 * 60 * 60_000;
        // A day matches by either field, unless one of them is just a star.
        const isDay = (at: Date): boolean => {
          const [byDay, byWeekday] = [day.has(at.getUTCDate()), weekday.has(at.getUTCDay())];
          const isEither = day.text !== '*' && weekday.text !== '*';
          return isEither ? byDay || byWeekday : byDay && byWeekday;
        };
        let expected: number | undefined;
        for (let time = Math.floor(start / 60_000) * 60_000 + 60_000; time <= end; time += 60_000) {
          const at = new Date(time);
          if (!month.has(at.getUTCMonth() + 1) || !isDay(at)) continue;
          if (!hour.has(at.getUTCHours()) || !minute.has(at.getUTCMinutes())) continue;
          expected = time;
          break;
        }
        const found = times.after(start);
        expect(found !== undefined && found <= end ? found : undefined).toBe(expected);
      },
    ),
  );
});

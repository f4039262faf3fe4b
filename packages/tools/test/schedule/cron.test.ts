import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cronProblem } from '../../src/schedule/cron-expression.ts';
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

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'] as const;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const FORMATS = new Map(
  ZONES.map((zone) => [
    zone,
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
);

/** The minute that a clock shows; clocks change at full and half hours only. */
function wallAt(zone: (typeof ZONES)[number], time: number): number {
  const half = Math.floor(time / (30 * MINUTE)) * 30 * MINUTE;
  let offset = OFFSETS.get(`${zone} ${half}`);
  if (offset === undefined) {
    const shown = FORMATS.get(zone)?.format(half).replace(' ', 'T') ?? '';
    offset = Date.parse(`${shown}Z`) - half;
    OFFSETS.set(`${zone} ${half}`, offset);
  }
  return time + offset;
}

/** By zone and half an hour. */
const OFFSETS = new Map<string, number>();

/** Some of the changes from 2026 to 2030, and any other time. */
function startIn(zone: (typeof ZONES)[number]): fc.Arbitrary<number> {
  const changes: number[] = [];
  for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2030, 0, 1); time += DAY)
    if (wallAt(zone, time + DAY) - wallAt(zone, time) !== DAY) changes.push(time);
  const any = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2030, 0, 1) });
  if (changes.length === 0) return any;
  const near = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -DAY, max: DAY }));
  return fc.oneof(any, { weight: 3, arbitrary: near.map(([change, off]) => change + off) });
}

it.each(ZONES)('next runs are those of a search minute by minute: %s', async (zone) => {
  await fc.assert(
    fc.asyncProperty(
      field(0, 59),
      field(0, 23),
      field(1, 31),
      field(1, 12),
      field(0, 6),
      startIn(zone),
      async (minute, hour, day, month, weekday, start) => {
        const cron = [minute, hour, day, month, weekday].map(({ text }) => text).join(' ');
        const times = await cronTimes(cron, zone);
        const end = start + 3 * DAY;
        // A day matches by either field, unless one of them is just a star.
        const isDay = (at: Date): boolean => {
          const [byDay, byWeekday] = [day.has(at.getUTCDate()), weekday.has(at.getUTCDay())];
          const isEither = day.text !== '*' && weekday.text !== '*';
          return isEither ? byDay || byWeekday : byDay && byWeekday;
        };
        const fits = (wall: number): boolean => {
          const at = new Date(wall);
          if (!month.has(at.getUTCMonth() + 1) || !isDay(at)) return false;
          return hour.has(at.getUTCHours()) && minute.has(at.getUTCMinutes());
        };
        const namesHours = !hour.text.includes('*');
        let expected: number | undefined;
        // What the clock has shown before counts, too.
        let latest = -Infinity;
        const first = Math.floor(start / MINUTE) * MINUTE - DAY / 2;
        for (let time = first; time <= end && expected === undefined; time += MINUTE) {
          const wall = wallAt(zone, time);
          const walls = !namesHours
            ? [wall]
            : Array.from(
                { length: Math.max(0, (wall - Math.max(latest, wall - DAY)) / MINUTE) },
                (_, at) => wall - at * MINUTE,
              );
          latest = Math.max(latest, wall);
          if (time > start && (time === first ? [wall] : walls).some(fits)) expected = time;
        }
        const found = times.after(start);
        expect(found !== undefined && found <= end ? found : undefined, `${cron} after ${start}`).toBe(
          expected,
        );
      },
    ),
  );
});

it('several minutes of a night come right after it is cut short, together, and once when it is doubled', async () => {
  const [spring, autumn] = [Date.parse('2027-03-27T23:59Z'), Date.parse('2027-10-30T23:00Z')];
  const times = await cronTimes('0,30 2 * * *', 'Europe/Berlin');
  const runs = (from: number): readonly string[] => {
    const found = [times.after(from) ?? 0];
    for (let more = 0; more < 2; more += 1) found.push(times.after(found.at(-1) ?? 0) ?? 0);
    return found.map((time) => new Date(time).toISOString().slice(0, 16));
  };
  expect(runs(spring)).toEqual(['2027-03-28T01:00', '2027-03-29T00:00', '2027-03-29T00:30']);
  expect(runs(autumn)).toEqual(['2027-10-31T00:00', '2027-10-31T00:30', '2027-11-01T01:00']);
});

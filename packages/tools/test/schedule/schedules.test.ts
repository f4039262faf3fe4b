import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createFakeClock, type FakeClock } from '@sluice/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCronCreateTool } from '../../src/schedule/cron-create-tool.ts';
import { JobFile } from '../../src/schedule/job-file.ts';
import { MAX_AGE_MS } from '../../src/schedule/schedule-limits.ts';
import type { DueRun } from '../../src/schedule/scheduled-job.ts';
import { Schedules, type NewJob } from '../../src/schedule/schedules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A Tuesday, at noon in any time zone that tests run in. */
const NOON = new Date(2026, 2, 3, 12, 0, 30).getTime();

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-schedules-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

interface Program {
  readonly schedules: Schedules;
  readonly runs: readonly string[];
  readonly due: readonly DueRun[];
  readonly told: readonly string[];
  /** Lets time pass, a minute at a time, and waits for what it has caused. */
  pass(ms: number): Promise<void>;
  start(): Promise<void>;
}

function program(clock: FakeClock, { isTrusted = (): boolean => true, session = 'session' } = {}): Program {
  const due: DueRun[] = [];
  const runs: string[] = [];
  const told: string[] = [];
  const schedules = new Schedules({
    clock,
    own: new JobFile(join(root, session, 'schedules.json'), false),
    project: {
      file: new JobFile(join(root, 'project/.sluice/scheduled_tasks.json'), true),
      lockPath: join(root, 'state/project'),
      refusal: () => (isTrusted() ? undefined : 'The project is not trusted.'),
    },
    tell: (text) => void told.push(text),
  });
  return {
    schedules,
    due,
    told,
    runs,
    async pass(ms) {
      for (let left = ms; left > 0; left -= MINUTE) {
        clock.advance(Math.min(MINUTE, left));
        await schedules.list();
      }
    },
    start: () =>
      schedules.start((run) => {
        due.push(run);
        runs.push(run.job.prompt);
      }),
  };
}

const job = (changes: Partial<NewJob> = {}): NewJob => ({
  ...{ cron: '7 * * * *', prompt: 'Look.', recurring: true, durable: false },
  ...changes,
});

async function idOf(schedules: Schedules, wanted: NewJob): Promise<string> {
  const created = await schedules.create(wanted);
  if (!created.ok) throw new Error(created.message);
  return created.job.id;
}

it('a recurring prompt comes once for each time, at most half an interval late, and one timer waits for all', async () => {
  const clock = createFakeClock(NOON);
  const { schedules, due, pass, start } = program(clock);
  await start();
  expect(clock.pendingTimers).toBe(0);
  for (const minute of [3, 17, 49])
    await idOf(schedules, job({ cron: `${minute} * * * *`, prompt: `${minute}` }));
  expect(clock.pendingTimers).toBe(1);
  await pass(6 * HOUR + 30 * MINUTE);
  for (const minute of [3, 17, 49]) {
    const times = due.filter(({ job: { prompt } }) => prompt === `${minute}`).map(({ dueAt }) => dueAt);
    expect(times).toHaveLength(6 + Number(minute < 30 && times.length === 7));
    for (const time of times) {
      const late = (time - new Date(2026, 2, 3, 12, minute).getTime()) % HOUR;
      expect(late).toBeLessThanOrEqual(30 * MINUTE);
    }
  }
  for (const { id } of await schedules.list()) expect(await schedules.remove(id)).toBe(true);
  expect(clock.pendingTimers).toBe(0);
  await schedules.close();
});

it('a prompt for one time comes once, at a full hour at most 90 seconds early, and is gone', async () => {
  const clock = createFakeClock(NOON);
  const { schedules, due, pass, start } = program(clock);
  await start();
  await idOf(schedules, job({ cron: '0 13 * * *', recurring: false }));
  await idOf(schedules, job({ cron: '41 12 * * *', recurring: false }));
  await pass(26 * HOUR);
  const noon = new Date(2026, 2, 3, 12).getTime();
  expect(due.map(({ dueAt }) => Math.round((dueAt - noon) / MINUTE / 5) * 5)).toEqual([40, 60]);
  expect(due[0]?.dueAt).toBe(noon + 41 * MINUTE);
  expect(due[1]?.dueAt).toBeGreaterThanOrEqual(noon + 60 * MINUTE - 90_000);
  expect(await schedules.list()).toEqual([]);
  expect(clock.pendingTimers).toBe(0);
  await schedules.close();
});

it('runs that were missed come once together, and a week-old schedule ends with a last run', async () => {
  const first = createFakeClock(NOON);
  const before = program(first);
  await before.start();
  await idOf(before.schedules, job({ cron: '*/10 * * * *', prompt: 'Often.' }));
  await before.schedules.close();

  const later = createFakeClock(NOON + 7 * HOUR);
  const again = program(later);
  await again.start();
  expect(again.runs).toEqual(['Often.']);
  await again.pass(10 * MINUTE);
  expect(again.runs).toEqual(['Often.', 'Often.']);
  await again.schedules.close();

  const end = program(createFakeClock(NOON + 8 * 24 * HOUR));
  await end.start();
  expect(end.due).toMatchObject([{ isLast: true }]);
  expect(await end.schedules.list()).toEqual([]);
  await end.schedules.close();
});

it('what the model and the docs say about the age of a schedule is the limit', () => {
  const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
  const age = `end after ${words[MAX_AGE_MS / (24 * HOUR)]} days`;
  const { schedules } = program(createFakeClock(NOON));
  expect(createCronCreateTool(schedules).description).toContain(age);
  expect(readFileSync(join(import.meta.dirname, '../../../../docs/schedules.md'), 'utf8')).toContain(age);
});

it('a clock that is set forward, or a computer that slept, is noticed within a minute', async () => {
  let jump = 0;
  const real = createFakeClock(NOON);
  const clock: FakeClock = Object.assign(Object.create(real), { wallTime: () => real.wallTime() + jump });
  const { schedules, runs, start, pass } = program(clock);
  await start();
  await idOf(schedules, job({ cron: '41 * * * *', recurring: false }));
  jump = 5 * HOUR;
  await pass(MINUTE);
  expect(runs).toEqual(['Look.']);
  await schedules.close();
});

it('of several programs, one runs what the project keeps; when it ends, another one does', async () => {
  const clock = createFakeClock(NOON);
  const [one, other] = [program(clock, { session: 'one' }), program(clock, { session: 'other' })];
  await other.start();
  await idOf(other.schedules, job({ cron: '*/5 * * * *', durable: true }));
  await one.start();
  const both = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= MINUTE) {
      clock.advance(MINUTE);
      await Promise.all([one.schedules.list(), other.schedules.list()]);
    }
  };
  await both(30 * MINUTE);
  const total = one.runs.length + other.runs.length;
  expect(total).toBeGreaterThanOrEqual(5);
  expect(total).toBeLessThanOrEqual(6);
  expect(Math.min(one.runs.length, other.runs.length)).toBe(0);
  const [owner, heir] = one.runs.length > 0 ? [one, other] : [other, one];
  await owner.schedules.close();
  await heir.pass(30 * MINUTE);
  expect(heir.runs.length).toBeGreaterThanOrEqual(5);
  await heir.schedules.close();
});

it('what an untrusted project keeps is listed and never runs', async () => {
  const clock = createFakeClock(NOON);
  let isTrusted = true;
  const before = program(clock);
  await before.start();
  await idOf(before.schedules, job({ cron: '*/5 * * * *', durable: true }));
  await before.schedules.close();
  isTrusted = false;
  const { schedules, runs, told, start, pass } = program(clock, { isTrusted: () => isTrusted });
  await start();
  await pass(HOUR);
  expect(runs).toEqual([]);
  expect(told).toEqual(['The project is not trusted.']);
  expect(await schedules.list()).toHaveLength(1);
  expect(await schedules.create(job({ durable: true }))).toMatchObject({ ok: false, message: /not trusted/ });
  isTrusted = true;
  await pass(2 * MINUTE);
  expect(runs).toContain('Look.');
  await schedules.close();
});

it.each([
  ['not JSON', '{', /content is not valid/],
  ['of another version', '{"version": 9, "jobs": []}', /content is not valid/],
])('a file that is %s is reported, and never written over', async (_, text, problem) => {
  const path = join(root, 'project/.sluice/scheduled_tasks.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const { schedules, told, start } = program(createFakeClock(NOON));
  await start();
  expect(told).toEqual([expect.stringMatching(problem)]);
  expect(await schedules.create(job({ durable: true }))).toMatchObject({ ok: false });
  expect(readFileSync(path, 'utf8')).toBe(text);
  await schedules.close();
});

it('entries that are not valid stay in the file, and the others run', async () => {
  const path = join(root, 'project/.sluice/scheduled_tasks.json');
  const good = { id: 'good', cron: '* * * * *', prompt: 'Hi.', recurring: true, createdAt: NOON - HOUR };
  const bad = [
    { ...good, id: 'x', cron: 'never' },
    7,
    { ...good, id: 'year', createdAt: 9e15 },
    { ...good, id: 'done', doneUntil: -9e15 },
    { ...good, prompt: 'Again.' },
  ];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ version: 1, jobs: [good, ...bad] }));
  const { schedules, runs, told, start } = program(createFakeClock(NOON));
  await start();
  expect(runs).toEqual(['Hi.']);
  expect(told).toEqual([
    `5 of the schedules in ${path} are not valid and don't run: 2 (cron), 3 (not an object), 4 (createdAt), 5 (doneUntil), 6 (the same id again). Correct or remove them.`,
  ]);
  expect(JSON.parse(readFileSync(path, 'utf8')).jobs).toEqual(expect.arrayContaining(bad));
  expect(await schedules.remove('good')).toBe(true);
  // Its double, which would run now, is gone too.
  expect(JSON.parse(readFileSync(path, 'utf8')).jobs).toEqual(bad.slice(0, -1));
  await schedules.close();
});

it('a file that cannot be written, as on a full disk, leaves no draft behind', async () => {
  const path = join(root, 'project/.sluice/scheduled_tasks.json');
  mkdirSync(join(path, 'in the way'), { recursive: true });
  await expect(new JobFile(path, true).write([], [])).rejects.toThrow(/EISDIR|ENOTEMPTY/);
  expect(readdirSync(dirname(path))).toEqual(['scheduled_tasks.json']);
});

it('links are not followed', async () => {
  mkdirSync(join(root, 'elsewhere'));
  mkdirSync(join(root, 'project'));
  symlinkSync(join(root, 'elsewhere'), join(root, 'project/.sluice'));
  const { schedules, told, start } = program(createFakeClock(NOON));
  await start();
  expect(await schedules.create(job({ durable: true }))).toMatchObject({
    ok: false,
    message: /symbolic link/,
  });
  expect(told).toEqual([expect.stringMatching(/symbolic link/)]);
  expect(existsSync(join(root, 'elsewhere/scheduled_tasks.json'))).toBe(false);
  await schedules.close();
});

it('a schedule that can never run, is too long, or is one too many is refused', async () => {
  const clock = createFakeClock(NOON);
  const { schedules, start } = program(clock);
  await start();
  expect(await schedules.create(job({ cron: '0 0 30 2 *' }))).toMatchObject({
    message: /no day that ever comes/,
  });
  expect(await schedules.create(job({ prompt: ' ' }))).toMatchObject({ message: /empty/ });
  expect(await schedules.create(job({ prompt: 'x'.repeat(20_001) }))).toMatchObject({
    message: /longer than/,
  });
  for (let count = 0; count < 50; count += 1) await idOf(schedules, job({ cron: `${count} * * * *` }));
  expect(await schedules.create(job())).toMatchObject({ message: /50 schedules already/ });
  expect(clock.pendingTimers).toBe(1);
  await schedules.close();
  expect(clock.pendingTimers).toBe(0);
});

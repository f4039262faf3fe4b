import { expect, it } from 'vitest';
import { scriptedPrint, type ScriptedAnswer } from './scripted.ts';

it('schedules a prompt, lists it, and takes it back', async () => {
  const answers: ((body: string) => ScriptedAnswer)[] = [
    () => ({ name: 'ToolSearch', input: { query: 'select:CronCreate,CronList,CronDelete' } }),
    () => ({ name: 'CronCreate', input: { cron: '12 7 * * 1-5', prompt: 'Check the build.' } }),
    () => ({ name: 'CronList', input: {} }),
    (body) => ({ name: 'CronDelete', input: { id: /Scheduled as ([0-9a-f]{8}):/.exec(body)?.[1] ?? '' } }),
    () => ({ name: 'CronList', input: {} }),
  ];
  const run = await scriptedPrint('Every morning, please.', (body) => answers.shift()?.(body) ?? 'Done.');
  expect([run.stdout, run.stderr]).toEqual(['Done.\n', '']);
  expect(run.requests[2]).toMatch(/Scheduled as [0-9a-f]{8}: At 07:12, Monday through Friday\. Next: /);
  expect(run.requests[3]).toContain('At 07:12, Monday through Friday (recurring): Check the build.');
});

it('repeats a prompt at the pace of the model, until the model ends it', async () => {
  const run = await scriptedPrint('/loop Check the build.', [
    { name: 'ToolSearch', input: { query: 'select:ScheduleWakeup' } },
    { name: 'ScheduleWakeup', input: { delaySeconds: 120, reason: 'It takes two minutes.' } },
    { name: 'ScheduleWakeup', input: { stop: true } },
    'Green.',
  ]);
  expect([run.stdout, run.stderr]).toEqual(['Green.\n', '']);
  expect(run.requests[2]).toContain('The loop comes again in 120 s');
  expect(run.requests[3]).toContain('The loop has ended.');
});

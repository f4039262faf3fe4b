import { expect, it } from 'vitest';
import { scriptedPrint } from './scripted.ts';

it('schedules a prompt, and lists it', async () => {
  const run = await scriptedPrint('Every morning, please.', [
    { name: 'ToolSearch', input: { query: 'select:CronCreate,CronList' } },
    { name: 'CronCreate', input: { cron: '12 7 * * 1-5', prompt: 'Check the build.' } },
    { name: 'CronList', input: {} },
    'Done.',
  ]);
  expect([run.stdout, run.stderr]).toEqual(['Done.\n', '']);
  expect(run.requests[2]).toMatch(/Scheduled as [0-9a-f]{8}: At 07:12, Monday through Friday\. Next: /);
  expect(run.requests[3]).toContain('At 07:12, Monday through Friday (recurring): Check the build.');
});

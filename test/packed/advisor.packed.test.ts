import { expect, it } from 'vitest';
import { scriptedPrint } from './scripted.ts';

it('asks a stronger model for advice', async () => {
  const asked = { name: 'Advisor', input: { question: 'Left or right?' } };
  const run = await scriptedPrint('Find the way.', [asked, 'Left.', 'Done.'], {
    args: ['--advisor', 'openai/strong'],
  });
  expect([run.status, run.stdout]).toEqual([0, 'Done.\n']);
  expect(run.requests[1]).toContain('"model":"strong"');
  expect(run.requests[1]).toContain('The agent asks: Left or right?');
  expect(run.requests[2]).toContain('Left.');
});

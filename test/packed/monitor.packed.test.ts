import { expect, it } from 'vitest';
import { scriptedPrint } from './scripted.ts';

it('watches a command, and is woken by its line', async () => {
  const run = await scriptedPrint(
    'Tell me when it is ready.',
    [
      { name: 'ToolSearch', input: { query: 'select:Monitor' } },
      { name: 'Monitor', input: { command: 'echo it is ready', description: 'readiness' } },
      'I am watching.',
      'It is ready.',
    ],
    { args: ['--allowedTools', 'Bash(echo *)'] },
  );
  expect([run.stdout, run.stderr]).toEqual(['I am watching.\nIt is ready.\n', '']);
  expect(run.requests.join('\n')).toMatch(/The watch m[0-9a-f]{8} \(readiness\) tells:\\nit is ready/);
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyDirectory } from './packed.ts';
import { scriptedPrint } from './scripted.ts';

it('refuses a question and the approval of a plan where no one can be asked', async () => {
  const cwd = emptyDirectory();
  const options = ['a', 'b'].map((label) => ({ label, description: label }));
  const questions = [{ question: 'Which?', header: 'Which', options, multiSelect: false }];
  const run = await scriptedPrint(
    'Plan it.',
    [
      { name: 'EnterPlanMode', input: {} },
      { name: 'Write', input: { file_path: join(cwd, 'made'), content: 'x' } },
      { name: 'AskUserQuestion', input: { questions } },
      { name: 'ExitPlanMode', input: {} },
      'Done.',
    ],
    { cwd, args: ['--permission-mode', 'acceptEdits', '--tool-loading', 'off'] },
  );
  expect(run.status).toBe(0);
  expect(existsSync(join(cwd, 'made'))).toBe(false);
  expect(run.requests[1]).toContain('Plan mode is on. Write your plan to');
  expect(run.requests[2]).toContain('plan mode does not allow changes to');
  expect(run.requests[3]).toContain('say what you assumed');
  expect(run.requests[4]).toContain('There is no plan.');
});

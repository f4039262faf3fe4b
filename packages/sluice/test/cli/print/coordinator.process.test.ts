import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { calls, words } from './support/answers.ts';
import { byTask } from './support/by-task.ts';
import { printPlace, runPrint } from './support/print.ts';

const TYPES = JSON.stringify({
  careful: { description: 'Works with care.', prompt: 'You work.', permissionMode: 'default' },
});

/** Approves everything that it is asked. */
function approving(mode: string, write: string) {
  return byTask({
    MAIN: [
      calls(['Agent', { description: 'Work', prompt: 'TASK A', subagent_type: 'careful' }]),
      words('Waiting.'),
      ({ body }) => {
        const id = /permission-\d+/.exec(JSON.stringify(body))?.[0] ?? '';
        const message = { type: 'permission_response', request_id: id, approve: true };
        return calls(['SendMessage', { to: 'careful', message }]);
      },
      words(`Approved in ${mode}.`),
      words('Ended.'),
    ],
    'TASK A': [calls(['Write', { file_path: write, content: 'x' }]), words('Finished.')],
  });
}

test('a coordinator approves what it may do itself, and a leader that approves everything gets nothing denied through', async () => {
  await using free = await startModelServer(approving('acceptEdits', 'made.txt'));
  const place = printPlace(free);
  const args = ['--coordinator', '--agents', TYPES, '--permission-mode', 'acceptEdits'];
  const run = await runPrint(place, 'Go.', ...args);
  expect([run.status, run.stderr]).toEqual([0, '']);
  expect(existsSync(join(place.cwd, 'made.txt'))).toBe(true);
  expect(JSON.stringify(free.requests[0]?.body['tools'])).not.toContain('"Bash"');

  await using strict = await startModelServer(approving('default', 'made.txt'));
  const other = printPlace(strict);
  const refused = await runPrint(other, 'Go.', '--coordinator', '--agents', TYPES);
  expect(refused.status).toBe(0);
  expect(existsSync(join(other.cwd, 'made.txt'))).toBe(false);
  const all = JSON.stringify(strict.requests.map(({ body }) => body));
  expect(all).toContain('You would be denied this call yourself, so it stays denied');
});

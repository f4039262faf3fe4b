import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyDirectory, messageLines, resultOf, sluice } from './packed.ts';

/** A home whose hooks refuse some tasks. Nothing is refused by `continue: false` at TaskCreated. */
function home(): string {
  const path = emptyDirectory();
  mkdirSync(join(path, '.sluice'));
  const refuses = (word: string, answer: object): object => ({
    type: 'command',
    command: `grep -q ${word} && printf '%s' '${JSON.stringify(answer)}'; exit 0`,
  });
  const hooks = {
    TaskCreated: [
      {
        hooks: [
          refuses('Forbidden', { decision: 'block', reason: 'not here' }),
          refuses('Build', { continue: false, stopReason: 'ignored' }),
        ],
      },
    ],
    TaskCompleted: [{ hooks: [refuses('Build', { continue: false, stopReason: 'run the tests first' })] }],
  };
  writeFileSync(join(path, '.sluice/settings.json'), JSON.stringify({ hooks }));
  return path;
}

it('keeps a list of tasks that another session shares, with owners, dependencies and hooks', () => {
  const env = { HOME: home(), CLAUDE_CODE_TASK_LIST_ID: 'shared' };
  const create = (subject: string): object => ({ subject, description: 'd' });
  const first = sluice(['exec'], {
    env,
    input: messageLines(
      [['none', 'TaskCreate', create('Forbidden')]],
      [['one', 'TaskCreate', create('Build')]],
      [['two', 'TaskCreate', create('Ship')]],
      [['wait', 'TaskUpdate', { taskId: '3', addBlockedBy: ['2'] }]],
      [['early', 'TaskUpdate', { taskId: '3', status: 'in_progress' }]],
      [['claim', 'TaskUpdate', { taskId: '2', status: 'in_progress' }]],
      [['unfinished', 'TaskUpdate', { taskId: '2', status: 'completed' }]],
    ),
  });
  expect(resultOf(first, 'none')).toContain('not here');
  expect(resultOf(first, 'one')).toBe('Task 2 created: Build');
  expect(resultOf(first, 'early')).toContain('waits for task 2');
  expect(resultOf(first, 'claim')).toBe('Task 2: pending → in_progress.');
  expect(resultOf(first, 'unfinished')).toContain('run the tests first');

  const second = sluice(['exec'], {
    env,
    input: messageLines(
      [['claim', 'TaskUpdate', { taskId: '2', status: 'in_progress' }]],
      [['list', 'TaskList', {}]],
      [['get', 'TaskGet', { taskId: '2' }]],
    ),
  });
  expect(resultOf(second, 'claim')).toMatch(/belongs to main-/);
  expect(resultOf(second, 'list')).toMatch(
    /^2 \(in_progress, main-.*\): Build\n3 \(pending, waits for 2\): Ship$/,
  );
  expect(resultOf(second, 'get')).toContain('Blocks: 3');
});

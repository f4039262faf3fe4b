import type { BackgroundTask } from '@sluice/tools';
import { expect, it } from 'vitest';
import { createTaskMessages } from '../../../../src/cli/print/output/task-message.ts';

const AGENT = {
  type: 'Explore',
  name: 'seeker',
  depth: 2,
  isForeground: true,
  parentId: 'a0',
  prompt: 'Look!',
};
const agent: BackgroundTask = {
  ...{ id: 'a1', type: 'agent', command: 'look', outputPath: '/out.md', callId: 'toolu_1', notes: [] },
  ...{ agent: AGENT, status: { status: 'running' } },
};
const moved: BackgroundTask = { ...agent, agent: { ...AGENT, isForeground: false } };
const ended: BackgroundTask = {
  ...moved,
  status: { status: 'completed', text: 'Seven.', usage: { totalTokens: 5, toolUses: 1, durationMs: 9 } },
};
const shell: BackgroundTask = {
  ...{ id: 'b1', type: 'shell', command: 'watch', outputPath: '/b1.txt', notes: [] },
  description: 'Watch the sources',
  status: { status: 'running' },
};

it('an agent that moves to the background is reported as an update, and each change of what is there once', () => {
  const { take } = createTaskMessages();
  expect(take(agent, [agent])).toMatchObject([
    {
      ...{ subtype: 'task_started', task_id: 'a1', tool_use_id: 'toolu_1', task_type: 'local_agent' },
      ...{ subagent_type: 'Explore', name: 'seeker', spawn_depth: 2, is_backgrounded: false },
      ...{ prompt: 'Look!', parent_task_id: 'a0' },
    },
  ]);
  expect(take(moved, [moved])).toMatchObject([
    { subtype: 'background_tasks_changed', tasks: [{ task_id: 'a1', task_type: 'local_agent' }] },
    { subtype: 'task_updated', task_id: 'a1', patch: { is_backgrounded: true } },
  ]);
  expect(take(shell, [moved, shell])).toMatchObject([
    {
      subtype: 'background_tasks_changed',
      tasks: [
        { task_id: 'a1', description: 'look' },
        { task_id: 'b1', description: 'Watch the sources' },
      ],
    },
    {
      ...{ subtype: 'task_started', task_id: 'b1', task_type: 'local_bash', is_backgrounded: true },
      description: 'Watch the sources',
    },
  ]);
  expect(take(ended, [ended, shell])).toMatchObject([
    { subtype: 'task_updated', task_id: 'a1', patch: { status: 'completed', end_time: expect.any(Number) } },
    {
      ...{ subtype: 'task_notification', task_id: 'a1', status: 'completed', output_file: '/out.md' },
      usage: { total_tokens: 5, tool_uses: 1, duration_ms: 9 },
    },
    { subtype: 'background_tasks_changed', tasks: [{ task_id: 'b1' }] },
  ]);
});

it('a command that moves to the background is reported as one that ran in the foreground', () => {
  const { take } = createTaskMessages();
  const command: BackgroundTask = { ...shell, hasMoved: true };
  expect(take(command, [command])).toMatchObject([
    { subtype: 'background_tasks_changed', tasks: [{ task_id: 'b1' }] },
    { subtype: 'task_started', task_id: 'b1', is_backgrounded: false },
    { subtype: 'task_updated', task_id: 'b1', patch: { is_backgrounded: true } },
  ]);
  const done: BackgroundTask = { ...command, status: { status: 'exited', code: 0 } };
  expect(take(done, [done])).toMatchObject([
    { subtype: 'task_updated', patch: { status: 'completed' } },
    { subtype: 'task_notification', task_id: 'b1' },
    { subtype: 'background_tasks_changed', tasks: [] },
  ]);
});

it('an agent that was waited for until its end changes nothing in the background', () => {
  const { take } = createTaskMessages();
  const done: BackgroundTask = { ...agent, status: ended.status };
  const messages = [...take(agent, [agent]), ...take(done, [done])].map((one) => Object(one));
  const subtypes = messages.map(({ subtype }) => subtype);
  expect(subtypes).toEqual(['task_started', 'task_updated', 'task_notification']);
  // Its report is the result of the call, and in no file.
  expect(messages.map(({ output_file: path }) => path)).toEqual([undefined, undefined, '']);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@sluice/core';
import { expect, it, onTestFinished } from 'vitest';
import { createTaskListTools } from '../../src/task-list/task-list-tools.ts';
import { TaskList } from '../../src/task-list/task-list.ts';

it('a call says what its task is about, also once the task is removed, and the id of one that is not known', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-tasks-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const list = new TaskList(directory);
  const never = async (): Promise<undefined> => {};
  const tools = createTaskListTools({ list, mainName: 'main', mayCreate: never, mayComplete: never });
  const label = (name: string, input: JsonObject): unknown =>
    tools.find((tool) => tool.name === name)?.summarize(input);
  const update = { taskId: '1', status: 'completed' };
  expect(label('TaskUpdate', update)).toBe('1: completed');
  const subject = `Write\nthe tests ${'x'.repeat(60)}`;
  const task = { id: '1', subject, description: '', status: 'pending' as const, blockedBy: [] };
  await list.change(() => ({ ok: true, value: { write: [task], remove: [], value: undefined } }));
  await list.change(() => ({ ok: true, value: { write: [], remove: ['1'], value: undefined } }));
  const shown = `Write the tests ${'x'.repeat(33)}…`;
  expect(label('TaskUpdate', update)).toBe(`${shown}: completed`);
  expect(label('TaskUpdate', { taskId: '1' })).toBe(shown);
  expect(label('TaskGet', { taskId: '1' })).toBe(shown);
  expect(await new TaskList(directory).read()).toEqual({ tasks: [], broken: [] });
});

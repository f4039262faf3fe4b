import { assemblePool, writeNamed } from '@sluice/core';
import { afterAll, describe, expect, it } from 'vitest';
import { createTaskRegistry } from '../../src/tasks/create-task-registry.ts';
import { createTaskStopTool, type TaskStopOutput } from '../../src/task-stop/task-stop-tool.ts';
import { createFakeWorld } from '../bash/fake-context.ts';
import { controlledWork } from '../tasks/registry-kit.ts';

const world = createFakeWorld();
afterAll(() => world.dispose());

async function stop(tasks: ReturnType<typeof createTaskRegistry>, input: Record<string, string>) {
  const result = await createTaskStopTool(tasks, {}).call(input, world.context());
  if (!('data' in result) && !('failure' in result)) throw new Error('It gives one result.');
  return result;
}

describe('TaskStop', () => {
  it('is found by its older name, claims the tasks, and needs no one’s leave', () => {
    const tool = createTaskStopTool(createTaskRegistry(), {});
    expect(assemblePool({ builtIn: [tool] }).find('KillShell')).toBe(tool);
    expect(tool.claims?.({}, { cwd: '/' })).toEqual([writeNamed('tasks')]);
    expect(tool.checkPermissions?.({}, world.context())).toEqual({ behavior: 'allow' });
    expect(tool.isReadOnly({})).toBe(false);
    expect(tool.summarize({ task_id: 'b1' })).toBe('b1');
    expect(tool.isEnabled()).toBe(true);
    const off = createTaskStopTool(createTaskRegistry(), { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' });
    expect(off.isEnabled()).toBe(false);
  });

  it.each(['task_id', 'shell_id'])('ends a task by %s, and its end is not told again', async (field) => {
    const tasks = createTaskRegistry();
    const work = controlledWork();
    const { id } = tasks.adopt(work.work);
    const { data } = await stop(tasks, { [field]: id });
    expect(work.isAskedToEnd).toBe(true);
    expect(data).toEqual<TaskStopOutput>({
      message: `Background task ${id} (make) has ended: stopped. Its output (gone) is in /none/such.`,
      task_id: id,
      task_type: 'shell',
      command: 'make',
    });
    expect(tasks.takeFinished()).toEqual([]);
  });

  it('says of a task that has ended how it did, once and for all', async () => {
    const tasks = createTaskRegistry();
    const work = controlledWork();
    const { id } = tasks.adopt(work.work);
    work.finish({ end: { status: 'exited', code: 3 }, notes: ['A note.'] });
    await tasks.wait(id, new AbortController().signal);
    expect((await stop(tasks, { task_id: id })).data?.message).toMatch(
      /^There was nothing to stop\. .*exited 3\. .*A note\.$/,
    );
    expect(tasks.takeFinished()).toEqual([]);
  });

  it('fails for what is not a task, and says what there is', async () => {
    const tasks = createTaskRegistry();
    expect((await stop(tasks, {})).failure).toMatchObject({ code: 'task-id-missing' });
    expect((await stop(tasks, { task_id: 'b0' })).failure).toEqual({
      code: 'no-such-task',
      message: 'There is no background task "b0". No task is running.',
    });
    const ids = Array.from({ length: 11 }, () => tasks.adopt(controlledWork().work).id);
    expect((await stop(tasks, { task_id: 'constructor' })).failure?.message).toBe(
      `There is no background task "constructor". Running: ${ids.slice(1).join(', ')}, the last 10 of 11.`,
    );
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemblePool, readNamed } from '@sluice/core';
import { afterAll, describe, expect, it } from 'vitest';
import { createTaskRegistry } from '../../src/tasks/create-task-registry.ts';
import type { NewTask } from '../../src/tasks/task-registry.ts';
import { createTaskOutputTool } from '../../src/task-output/task-output-tool.ts';
import { createFakeWorld } from '../bash/fake-context.ts';
import { controlledWork } from '../tasks/registry-kit.ts';

const world = createFakeWorld();
const directory = mkdtempSync(join(tmpdir(), 'sluice-task-output-'));
const outputPath = join(directory, 'output');
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
  world.dispose();
});

function begin(text = 'so far\n') {
  const tasks = createTaskRegistry();
  const work = controlledWork();
  const task: NewTask = { ...work.work, outputPath };
  writeFileSync(outputPath, text);
  const { id } = tasks.adopt(task);
  const tool = createTaskOutputTool(tasks, {});
  const ask = async (input: Parameters<typeof tool.call>[0], signal = new AbortController().signal) => {
    const result = await tool.call(input, world.context({ signal }));
    if (!('data' in result) && !('failure' in result)) throw new Error('It gives one result.');
    const text = result.data === undefined ? '' : tool.toModel?.(result.data, input);
    return { text, failure: result.failure };
  };
  return { tasks, work, id, ask, tool };
}

describe('TaskOutput', () => {
  it('is found by its older names, and only reads', () => {
    const { tool } = begin();
    const pool = assemblePool({ builtIn: [tool] });
    expect([pool.find('BashOutput'), pool.find('AgentOutputTool')]).toEqual([tool, tool]);
    expect(tool.isReadOnly({})).toBe(true);
    expect(tool.interruptBehavior({})).toBe('cancel');
    expect(tool.claims?.({}, { cwd: '/' })).toEqual([readNamed('tasks')]);
    expect(tool.summarize({ bash_id: 'b1' })).toBe('b1');
  });

  it.each(['task_id', 'bash_id', 'agentId'] as const)('shows a task that runs, by %s', async (field) => {
    const { id, ask } = begin();
    expect((await ask({ [field]: id, block: false })).text).toBe(
      `Background task ${id} (make) is running. Its output (7 bytes) is in ${outputPath}.\nso far`,
    );
  });

  it('waits for the end, and then tells of it instead of anyone else', async () => {
    const { id, ask, work, tasks } = begin();
    const asking = ask({ task_id: id });
    work.finish({ end: { status: 'exited', code: 0 }, notes: [] });
    expect((await asking).text).toMatch(/has ended: exited 0\..*\nso far$/);
    expect(tasks.takeFinished()).toEqual([]);
    expect((await ask({ task_id: id })).text).toMatch(/has ended: exited 0\./);
  });

  it('waits no longer than it is asked to, nor than its call', async () => {
    const { id, ask } = begin();
    expect((await ask({ task_id: id, timeout: 0 })).text).toMatch(/is running/);
    expect((await ask({ task_id: id }, AbortSignal.abort())).text).toMatch(/is running/);
    const controller = new AbortController();
    const asking = ask({ task_id: id, timeout: 9e9 }, controller.signal);
    controller.abort();
    expect((await asking).text).toMatch(/is running/);
  });

  it('shows the end of much output, and nothing that is not text', async () => {
    const { id, ask } = begin(`${'x'.repeat(100_000)}\0\n`);
    const { text } = await ask({ task_id: id, block: false });
    expect(JSON.stringify(text).length).toBeLessThan(31_000);
    expect(text).toMatch(/x␀$/);
  });

  it('fails for what is not a task', async () => {
    const { ask } = begin();
    expect((await ask({})).failure).toMatchObject({ code: 'task-id-missing' });
    expect((await ask({ task_id: 'b0' })).failure).toMatchObject({ code: 'no-such-task' });
  });

  it('says that a file which is gone has nothing', async () => {
    const { id, ask } = begin('');
    rmSync(outputPath);
    expect((await ask({ task_id: id, block: false })).text).toMatch(/output \(gone\) is in \S+$/);
  });
});

import { expect, it } from 'vitest';
import { createTaskRegistry } from '../../src/tasks/create-task-registry.ts';
import { findTask } from '../../src/tasks/find-task.ts';
import { controlledWork } from './registry-kit.ts';

const agent = (name: string) => ({ type: 'Explore', name, depth: 1, isForeground: false });

it('finds a task by its id, or an agent by its name: the one that runs, else the last one', async () => {
  const tasks = createTaskRegistry();
  const [first, second, other] = [controlledWork(), controlledWork(), controlledWork()];
  tasks.adopt({ ...first.work, id: 'a1', type: 'agent', agent: agent('reader') });
  tasks.adopt({ ...second.work, id: 'a2', type: 'agent', agent: agent('reader') });
  tasks.adopt({ ...other.work, id: 'reader2' });
  const found = (name: string): string | undefined => findTask(name, tasks)?.id;
  expect([found('a2'), found('reader'), found('reader2'), found('nobody')]).toEqual([
    'a2',
    'a1',
    'reader2',
    undefined,
  ]);
  first.finish({ end: { status: 'completed', text: '' }, notes: [] });
  await tasks.wait('a1', new AbortController().signal);
  expect(found('reader')).toBe('a2');
  second.finish({ end: { status: 'completed', text: '' }, notes: [] });
  await tasks.wait('a2', new AbortController().signal);
  expect(found('reader')).toBe('a2');
});

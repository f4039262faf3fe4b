import type { BackgroundTask } from '@sluice/tools';
import { createTaskRegistry } from '../../../tools/src/tasks/create-task-registry.ts';
import { expect, test } from 'vitest';
import { waitingTexts } from '../../src/hooks/waiting-texts.ts';
import { wakeUps } from '../../src/runtime/wake-ups.ts';

function kit(agentId?: string) {
  const tasks = createTaskRegistry();
  const texts = waitingTexts();
  const waking = wakeUps({
    texts,
    hooks: { mayWake: () => false, onEnd: () => () => {} },
    tasks,
    agentId,
  });
  const work = async (type: BackgroundTask['type'], owner?: string): Promise<void> => {
    const task = tasks.adopt({
      type,
      command: type,
      outputPath: `/none/${type}`,
      agentId: owner,
      ended: Promise.resolve({ end: { status: 'completed', text: `found by ${type}` }, notes: [] }),
      end() {},
    });
    await tasks.wait(task.id, new AbortController().signal);
  };
  return { tasks, texts, waking, work };
}

test('what waits is told in one order: messages, hooks, tasks, schedules', async () => {
  const { texts, waking, work } = kit();
  expect([waking.due(), waking.isOwed()]).toEqual([undefined, false]);
  waking.send('schedule', 'every morning');
  expect([waking.due(), waking.isOwed()]).toEqual(['schedule', false]);
  await work('shell');
  expect([waking.due(), waking.isOwed()]).toEqual(['task', false]);
  await work('agent');
  expect([waking.due(), waking.isOwed()]).toEqual(['task', true]);
  texts.deliver('a hook', { wakes: true });
  expect(waking.due()).toBe('hook');
  waking.send('agent', 'a message');
  expect([waking.due(), waking.isOwed()]).toEqual(['message', true]);
  waking.send('schedule', 'every morning, again', 'morning');
  waking.send('schedule', 'every morning, at last', 'morning');
  const taken = waking.take();
  expect(taken.map(({ origin }) => origin)).toEqual(['agent', 'hook', 'task', 'task']);
  expect(taken[3]?.text).toContain('found by agent');
  // Schedules wait until the model is idle; of one schedule, only the latest text does.
  expect([waking.due(), waking.isOwed(), waking.take()]).toEqual(['schedule', false, []]);
  expect(waking.take(true).map(({ text }) => text)).toEqual(['every morning', 'every morning, at last']);
  expect([waking.due(), waking.isOwed(), waking.take(true)]).toEqual([undefined, false, []]);
});

test('each agent is told of its own tasks, and the main one of those whose agent has ended', async () => {
  const main = kit();
  const child = wakeUps({
    texts: waitingTexts(),
    hooks: { mayWake: () => false, onEnd: () => () => {} },
    tasks: main.tasks,
    agentId: 'a1',
  });
  await main.work('shell', 'a1');
  expect([main.waking.due(), child.due()]).toEqual([undefined, 'task']);
  expect(main.waking.take()).toEqual([]);
  expect(child.take()).toHaveLength(1);
  await main.work('agent', 'a1');
  child.close();
  main.tasks.disown('a1');
  expect(main.waking.take()).toHaveLength(1);
});

import { createFakeClock } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { createSleepTool } from '../../src/sleep/sleep-tool.ts';
import { createTaskRegistry } from '../../src/tasks/create-task-registry.ts';
import type { EndedWork } from '../../src/tasks/task-registry.ts';
import { testContext } from '../ripgrep/context.ts';

function toldBy() {
  const listeners = new Set<() => void>();
  return {
    listeners,
    sendMessage: () => [...listeners].forEach((listener) => listener()),
    onMessage(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

describe('Sleep', () => {
  it('ends when the time is over', async () => {
    const clock = createFakeClock();
    const tool = createSleepTool({ clock });
    const done = tool.call({ seconds: 90 }, testContext('/d'));
    clock.advance(89_999);
    expect(await Promise.race([done, Promise.resolve('sleeps')])).toBe('sleeps');
    clock.advance(1);
    const result = await done;
    expect(result).toEqual({ data: { sleptMs: 90_000, wokenBy: 'elapsed' } });
    expect(clock.untilNext).toBeUndefined();
  });

  it('ends when the person says something, and listens to nothing any more', async () => {
    const clock = createFakeClock();
    const person = toldBy();
    const tool = createSleepTool({ clock, onMessage: person.onMessage });
    const done = tool.call({ seconds: 90 }, testContext('/d'));
    clock.advance(5000);
    person.sendMessage();
    expect(await done).toEqual({ data: { sleptMs: 5000, wokenBy: 'message' } });
    expect(person.listeners.size).toBe(0);
    expect(clock.untilNext).toBeUndefined();
  });

  it.each([
    ['user-message', 'message'],
    ['user-cancel', 'interrupt'],
    ['shutdown', 'interrupt'],
    [undefined, 'interrupt'],
  ] as const)('ends when it is stopped, and says why: %s', async (kind, wokenBy) => {
    const clock = createFakeClock();
    const stop = new AbortController();
    const done = createSleepTool({ clock }).call({ seconds: 3600 }, testContext('/d', stop.signal));
    stop.abort(kind && { kind });
    expect(await done).toEqual({ data: { sleptMs: 0, wokenBy } });
    expect(clock.untilNext).toBeUndefined();
  });

  it('ends when a background task does', async () => {
    const clock = createFakeClock();
    const tasks = createTaskRegistry();
    const work = Promise.withResolvers<EndedWork>();
    tasks.adopt({
      type: 'shell',
      command: 'make',
      outputPath: '/d/out',
      ended: work.promise,
      end() {},
    });
    const done = createSleepTool({ clock, tasks }).call({ seconds: 90 }, testContext('/d'));
    clock.advance(1000);
    work.resolve({ end: { status: 'exited', code: 0 }, notes: [] });
    expect(await done).toEqual({ data: { sleptMs: 1000, wokenBy: 'task' } });
  });

  it('of one agent sleeps on when a task of another ends', async () => {
    const clock = createFakeClock();
    const tasks = createTaskRegistry();
    const end = (agentId: string | undefined) => {
      const work = Promise.resolve<EndedWork>({ end: { status: 'exited', code: 0 }, notes: [] });
      const task = { type: 'shell', command: 'make', outputPath: '/d/out', ended: work, end() {} } as const;
      return tasks.wait(tasks.adopt({ ...task, agentId }).id, new AbortController().signal);
    };
    const agent = { id: 'a1', type: 'Helper' };
    const sleep = () =>
      createSleepTool({ clock, tasks }).call({ seconds: 9 }, { ...testContext('/d'), agent });
    await end(undefined);
    const first = sleep();
    await end('a2');
    clock.advance(9000);
    expect(await first).toMatchObject({ data: { wokenBy: 'elapsed' } });
    const second = sleep();
    await end('a1');
    expect(await second).toMatchObject({ data: { wokenBy: 'task' } });
  });

  it('does not begin where a task has ended that the model was not told of', async () => {
    const clock = createFakeClock();
    const tasks = createTaskRegistry();
    const work = { end: { status: 'exited', code: 0 }, notes: [] } as const;
    const { id } = tasks.adopt({
      type: 'shell',
      command: 'make',
      outputPath: '/d/out',
      ended: Promise.resolve(work),
      end() {},
    });
    await tasks.wait(id, new AbortController().signal);
    const tool = createSleepTool({ clock, tasks });
    expect(await tool.call({ seconds: 90 }, testContext('/d'))).toEqual({
      data: { sleptMs: 0, wokenBy: 'task' },
    });
    expect(clock.untilNext).toBeUndefined();
    expect(tasks.takeFinished()).toHaveLength(1);
    const done = tool.call({ seconds: 90 }, testContext('/d'));
    clock.advance(90_000);
    expect(await done).toEqual({ data: { sleptMs: 90_000, wokenBy: 'elapsed' } });
  });

  it.each([
    ['elapsed', /the time is over/],
    ['message', /the user sent a message/],
    ['task', /a background task has ended/],
    ['interrupt', /ended early by an interrupt/],
  ] as const)('tells the model what woke it: %s', (wokenBy, text) => {
    const tool = createSleepTool({ clock: createFakeClock() });
    expect(tool.toModel?.({ sleptMs: 61_000, wokenBy }, { seconds: 61 })).toMatch(text);
  });
});

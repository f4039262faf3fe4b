import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaskEnd } from '../../src/tasks/background-task.ts';
import { createTaskRegistry } from '../../src/tasks/create-task-registry.ts';
import type { TaskRecord, TaskRecords } from '../../src/tasks/task-records.ts';
import { controlledWork, type ControlledWork } from './registry-kit.ts';

const exited = (code: number) => ({ end: { status: 'exited', code } as const, notes: [] });
const never = new AbortController().signal;

function memoryRecords(): TaskRecords & { held: readonly TaskRecord[] } {
  const records = {
    held: [] as readonly TaskRecord[],
    read: () => records.held,
    write(next: readonly TaskRecord[]) {
      records.held = next;
      return undefined;
    },
  };
  return records;
}

describe('a registry of tasks', () => {
  it('gives ids that are short and not to be guessed', () => {
    const tasks = createTaskRegistry();
    const ids = new Set(Array.from({ length: 20 }, () => tasks.adopt(controlledWork().work).id));
    expect(ids.size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^b[0-9a-f]{8}$/);
    expect(tasks.get('constructor')).toBeUndefined();
  });

  it('has room for so many that run, whatever has ended', async () => {
    const tasks = createTaskRegistry({ maxRunning: 2 });
    const [first, second] = [controlledWork(), controlledWork()];
    const { id } = tasks.adopt(first.work);
    expect(tasks.hasRoom).toBe(true);
    tasks.adopt(second.work);
    expect(tasks.hasRoom).toBe(false);
    first.finish(exited(0));
    await tasks.wait(id, never);
    expect(tasks.hasRoom).toBe(true);
    await tasks.dispose();
    expect(tasks.hasRoom).toBe(false);
  });

  it('keeps a place for work that is about to begin, and gets it back once', async () => {
    const tasks = createTaskRegistry({ maxRunning: 1 });
    const giveBack = tasks.reserve();
    expect([tasks.hasRoom, tasks.reserve()]).toEqual([false, undefined]);
    giveBack?.();
    giveBack?.();
    expect(tasks.hasRoom).toBe(true);
    tasks.adopt(controlledWork().work);
    expect(tasks.reserve()).toBeUndefined();
    await tasks.dispose();
    expect(tasks.reserve()).toBeUndefined();
  });

  it('knows no task that it never had', async () => {
    const tasks = createTaskRegistry();
    expect(await tasks.stop('b00000000', 'model')).toBeUndefined();
    expect(await tasks.wait('b00000000', never)).toBeUndefined();
    tasks.markReported('b00000000');
    expect(tasks.list()).toEqual([]);
  });

  it.each<[string, TaskEnd, TaskEnd]>([
    ['that it was stopped, and by whom', { status: 'lost' }, { status: 'stopped', by: 'person' }],
    [
      'that it had ended by itself before it heard',
      { status: 'exited', code: 3 },
      { status: 'exited', code: 3 },
    ],
  ])('says of a task that is stopped %s', async (_title, end, status) => {
    const tasks = createTaskRegistry();
    const work = controlledWork(false);
    const { id } = tasks.adopt(work.work);
    const stopped = tasks.stop(id, 'person');
    expect(work.isAskedToEnd).toBe(true);
    work.finish({ end, notes: [] });
    expect((await stopped)?.status).toEqual(status);
    expect(tasks.takeFinished()).toEqual([]);
  });

  it('says of a task that its program took along that it is lost', async () => {
    const tasks = createTaskRegistry();
    const { id } = tasks.adopt(controlledWork().work);
    expect(await tasks.dispose()).toMatchObject([{ id, status: { status: 'lost' } }]);
    expect(await tasks.dispose()).toHaveLength(1);
    const late = controlledWork();
    tasks.adopt(late.work);
    expect(late.isAskedToEnd).toBe(true);
  });

  it('waits no longer than it is told to', async () => {
    const tasks = createTaskRegistry();
    const { id } = tasks.adopt(controlledWork().work);
    const controller = new AbortController();
    const waiting = tasks.wait(id, controller.signal);
    controller.abort();
    expect(await waiting).toMatchObject({ status: { status: 'running' } });
    expect(await tasks.wait(id, AbortSignal.abort())).toMatchObject({ status: { status: 'running' } });
  });

  it('does not tell of an end that whoever asked was told of', async () => {
    const tasks = createTaskRegistry();
    const work = controlledWork();
    const { id } = tasks.adopt(work.work);
    tasks.markReported(id);
    work.finish(exited(1));
    await tasks.wait(id, never);
    tasks.markReported(id);
    expect(tasks.takeFinished()).toEqual([]);
  });

  it('forgets the oldest of those that have ended and were told of, and no other', async () => {
    const tasks = createTaskRegistry();
    const ids: string[] = [];
    for (let count = 0; count < 400; count += 1) {
      const work = controlledWork();
      const { id } = tasks.adopt(work.work);
      ids.push(id);
      work.finish(exited(count));
      await tasks.wait(id, never);
      if (count < 300) tasks.takeFinished();
    }
    expect(tasks.list().length).toBeLessThanOrEqual(256);
    expect(tasks.takeFinished().map(({ id }) => id)).toEqual(ids.slice(300));
  });

  it('records what runs or was not told of, and takes over what an earlier one left', async () => {
    const records = memoryRecords();
    const first = createTaskRegistry({ records });
    const [running, ending] = [controlledWork(), controlledWork()];
    const { id } = first.adopt(running.work);
    const other = first.adopt(ending.work);
    ending.finish(exited(2));
    await first.wait(other.id, never);
    expect(records.held.map(({ task }) => [task.id, task.status.status])).toEqual([
      [id, 'running'],
      [other.id, 'exited'],
    ]);
    await first.dispose();
    const second = createTaskRegistry({ records, earlier: records.held.map(({ task }) => task) });
    expect(second.takeFinished().map((task) => [task.id, task.status.status])).toEqual([
      [id, 'lost'],
      [other.id, 'exited'],
    ]);
    expect(records.held).toHaveLength(2);
    await setImmediate();
    expect(records.held).toEqual([]);
  });

  it('says what could not be recorded, and goes on', () => {
    const problems: string[] = [];
    const records = { read: () => [], write: () => 'The disk is full.' };
    const tasks = createTaskRegistry({ records, onProblem: (problem) => problems.push(problem) });
    tasks.adopt(controlledWork().work);
    expect(problems).toEqual(['The disk is full.']);
    expect(tasks.list()).toHaveLength(1);
  });

  it('tells of each end exactly once, whatever happens in whatever order', async () => {
    const step = fc.oneof(
      fc.constant({ do: 'adopt' as const }),
      fc.record({
        do: fc.constantFrom('finish' as const, 'stop' as const, 'ask' as const),
        which: fc.nat(9),
      }),
      fc.constant({ do: 'take' as const }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const tasks = createTaskRegistry();
        const works = new Map<string, ControlledWork>();
        const told: string[] = [];
        const watched: string[] = [];
        tasks.watch(({ id, status }) => void (status.status !== 'running' && watched.push(id)));
        for (const one of steps) {
          const id = 'which' in one ? [...works.keys()][one.which] : undefined;
          if (one.do === 'adopt') {
            const work = controlledWork();
            works.set(tasks.adopt(work.work).id, work);
          } else if (one.do === 'take') {
            told.push(...tasks.takeFinished().map((task) => task.id));
          } else if (id !== undefined) {
            if (one.do === 'finish') works.get(id)?.finish(exited(0));
            else if (one.do === 'stop') {
              const isNew = !watched.includes(id);
              await tasks.stop(id, 'model');
              if (isNew) told.push(id);
            }
            await Promise.resolve();
          }
        }
        for (const id of works.keys()) {
          works.get(id)?.finish(exited(0));
          await tasks.wait(id, never);
        }
        told.push(...tasks.takeFinished().map((task) => task.id));
        expect(told.toSorted()).toEqual([...works.keys()].toSorted());
        expect(watched.toSorted()).toEqual([...works.keys()].toSorted());
      }),
    );
  });
});

import type { BackgroundTask } from '@sluice/tools';
import { expect, test } from 'vitest';
import { backgroundEnds } from '../../src/print/background-ends.ts';

const TASK: BackgroundTask = {
  id: 'b1',
  type: 'shell',
  command: 'sleep 1000',
  outputPath: '/none',
  status: { status: 'running' },
  notes: [],
};

function registry(...tasks: BackgroundTask[]) {
  const listeners = new Set<(task: BackgroundTask) => void>();
  return {
    listeners,
    list: () => tasks,
    watch(listener: (task: BackgroundTask) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    end(index: number) {
      const ended = { ...TASK, status: { status: 'exited', code: 0 } } as const;
      tasks[index] = ended;
      for (const listener of listeners) listener(ended);
    },
  };
}

const NEVER_MS = 1_000_000;

test('without tasks that run, and when told to stop already, nothing is waited for', async () => {
  await backgroundEnds(registry(), new AbortController().signal, NEVER_MS);
  await backgroundEnds(
    registry({ ...TASK, status: { status: 'stopped' } }),
    new AbortController().signal,
    NEVER_MS,
  );
  await backgroundEnds(registry(TASK), AbortSignal.abort(), NEVER_MS);
});

test('it waits for the last of them, for the time that they get, or for a stop, and leaves nobody listening', async () => {
  const two = registry(TASK, TASK);
  let isOver = false;
  const waiting = backgroundEnds(two, new AbortController().signal, NEVER_MS).then(() => (isOver = true));
  two.end(0);
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  two.end(1);
  await waiting;

  const late = registry(TASK);
  await backgroundEnds(late, new AbortController().signal, 1);

  const stopped = registry(TASK);
  const stop = new AbortController();
  const stopping = backgroundEnds(stopped, stop.signal, NEVER_MS);
  stop.abort();
  await stopping;
  expect([two, late, stopped].map(({ listeners }) => listeners.size)).toEqual([0, 0, 0]);
});

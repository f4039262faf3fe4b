import type { BackgroundTask } from '@sluice/tools';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { WakeUps } from '../../../src/runtime/wake-ups.ts';
import { backgroundEnds, ceilingsFromEnvironment } from '../../../src/agent/events/background-ends.ts';

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

type Waking = Pick<WakeUps, 'isOwed' | 'mayCome' | 'watch'>;

function noWakeUps(now: Partial<Waking> = {}): Waking & { readonly changed: () => void } {
  let listener = (): void => {};
  return {
    isOwed: () => false,
    mayCome: () => false,
    watch(given) {
      listener = given;
      return () => (listener = () => {});
    },
    changed: () => listener(),
    ...now,
  };
}

const NEVER = { shell: 1_000_000, hook: 1_000_000 };

test('without tasks that run, and when told to stop already, nothing is waited for', async () => {
  await backgroundEnds(registry(), noWakeUps(), new AbortController().signal, NEVER);
  await backgroundEnds(
    registry({ ...TASK, status: { status: 'stopped' } }),
    noWakeUps(),
    new AbortController().signal,
    NEVER,
  );
  await backgroundEnds(registry(TASK), noWakeUps(), AbortSignal.abort(), NEVER);
});

test('it waits for the last of them, for the time that they get, or for a stop, and leaves no one listening', async () => {
  const two = registry(TASK, TASK);
  let isOver = false;
  const waiting = backgroundEnds(two, noWakeUps(), new AbortController().signal, NEVER).then(
    () => (isOver = true),
  );
  two.end(0);
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  two.end(1);
  await waiting;

  const late = registry(TASK);
  await backgroundEnds(late, noWakeUps(), new AbortController().signal, { shell: 1 });

  const stopped = registry(TASK);
  const stop = new AbortController();
  const stopping = backgroundEnds(stopped, noWakeUps(), stop.signal, NEVER);
  stop.abort();
  await stopping;
  expect([two, late, stopped].map(({ listeners }) => listeners.size)).toEqual([0, 0, 0]);
});

test('it waits for hooks that may wake the model as well, and no longer once one does', async () => {
  const facts = { isOwed: false, mayCome: true };
  const wakeUps = noWakeUps({ isOwed: () => facts.isOwed, mayCome: () => facts.mayCome });
  const { signal } = new AbortController();
  let isOver = false;
  const hooks = backgroundEnds(registry(), wakeUps, signal, NEVER).then(() => (isOver = true));
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  facts.mayCome = false;
  wakeUps.changed();
  await hooks;

  facts.mayCome = true;
  const woken = backgroundEnds(registry(TASK), wakeUps, signal, NEVER);
  facts.isOwed = true;
  wakeUps.changed();
  await woken;
});

test.each([
  [undefined, {}, 0],
  ['90', { agent: 90, workflow: 90 }, 0],
  ['0', { agent: Infinity, workflow: Infinity }, 0],
  ['ten', {}, 1],
] as const)('agents get the time of the variable: %s', (text, expected, warnings) => {
  const told: string[] = [];
  const env = { CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS: text };
  expect(ceilingsFromEnvironment(env, (line) => void told.push(line))).toEqual(expected);
  expect(told).toHaveLength(warnings);
});

test('without a limit it waits as long as an agent works', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const tasks = registry({ ...TASK, type: 'agent' });
  let isOver = false;
  const { signal } = new AbortController();
  const waiting = backgroundEnds(tasks, noWakeUps(), signal, { agent: Infinity }).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([isOver, vi.getTimerCount()]).toEqual([false, 1]);
  tasks.end(0);
  await waiting;
});

test('each kind of work has its own time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { signal } = new AbortController();
  const tasks = registry({ ...TASK, type: 'agent' }, TASK);
  let isOver = false;
  const waiting = backgroundEnds(tasks, noWakeUps(), signal, { shell: 1, agent: 1_000_000 }).then(
    () => (isOver = true),
  );
  await vi.advanceTimersByTimeAsync(20);
  expect(isOver).toBe(false);
  // What is left is a command, whose time is over.
  tasks.end(0);
  await waiting;
});

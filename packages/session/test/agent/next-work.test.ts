import type { EndReason, Prompt } from '@sluice/agent';
import { createFakeClock } from '@sluice/core';
import { SelfPacedLoop } from '@sluice/tools';
import { expect, test } from 'vitest';
import type { WakeCause } from '../../src/runtime/wake-ups.ts';
import type { PrintInput } from '../../../sluice/src/cli/print/input/read-input.ts';
import { createNextWork, type NextWorkScope } from '../../src/agent/next-work.ts';

const SAID: Prompt = { content: [{ type: 'text', text: 'And?' }] };

/** Messages as they are said; like the real one it gives what waits even where it is told to stop. */
function inputOf() {
  const waiting: Prompt[] = [];
  let hasEnded = false;
  let wake = (): void => {};
  const input: Pick<PrintInput, 'next' | 'hasEnded' | 'close'> = {
    async next(signal) {
      for (;;) {
        const prompt = waiting.shift();
        if (prompt !== undefined || hasEnded || signal.aborted) return prompt;
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
    },
    hasEnded: () => hasEnded,
    close() {},
  };
  return {
    input,
    say() {
      waiting.push(SAID);
      wake();
    },
    end() {
      hasEnded = true;
      wake();
    },
  };
}

function wakeUpsOf() {
  const listeners = new Set<() => void>();
  let due: WakeCause | undefined;
  const wakeUps: NextWorkScope['wakeUps'] = {
    due: () => due,
    isOwed: () => due === 'hook' || due === 'message',
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return {
    wakeUps,
    listeners,
    become(now: WakeCause | undefined) {
      due = now;
      for (const listener of listeners) listener();
    },
  };
}

function kit(scope: Partial<NextWorkScope> = {}) {
  const [input, waking, stop] = [inputOf(), wakeUpsOf(), new AbortController()];
  const capped: number[] = [];
  const next = createNextWork({
    input: input.input,
    wakeUps: waking.wakeUps,
    stopped: stop.signal,
    maxWakeUps: () => Promise.resolve(2),
    background: () => Promise.resolve(),
    mayAsk: () => true,
    last: () => undefined,
    onCapped: (times) => capped.push(times),
    ...scope,
  });
  return { input, waking, stop, capped, next };
}

test.each(['message', 'hook', 'task', 'schedule'] as const)(
  'a %s wakes a model that waits for a message',
  async (what) => {
    const { waking, next } = kit();
    const work = next();
    waking.become(what);
    expect(await work).toEqual({ kind: 'wake-up' });
    expect(waking.listeners.size).toBe(0);
  },
);

test('a message goes first, and what is due goes along with it', async () => {
  const { input, waking, next } = kit();
  input.say();
  waking.become('task');
  expect(await next()).toEqual({ kind: 'prompt', prompt: SAID });
});

test('hooks that wake it again and again are heard so often in a row, and no more until someone says something', async () => {
  const { input, waking, capped, next } = kit();
  waking.become('hook');
  expect([await next(), await next()]).toEqual([{ kind: 'wake-up' }, { kind: 'wake-up' }]);
  const third = next();
  // A task still does.
  waking.become('task');
  expect(await third).toEqual({ kind: 'wake-up' });
  waking.become('hook');
  const fourth = next();
  input.say();
  expect(await fourth).toEqual({ kind: 'prompt', prompt: SAID });
  expect(capped).toEqual([2]);
  expect(await next()).toEqual({ kind: 'wake-up' });
});

test('once no message can come, a hook wakes it and a task does not', async () => {
  const ended = kit();
  ended.input.end();
  ended.waking.become('task');
  expect(await ended.next()).toBeUndefined();
  ended.waking.become('hook');
  expect([await ended.next(), await ended.next(), await ended.next()]).toEqual([
    { kind: 'wake-up' },
    { kind: 'wake-up' },
    undefined,
  ]);
  expect(ended.capped).toEqual([2]);
});

test('once no message can come, it goes on until nothing is owed', async () => {
  const { input, waking, next } = kit();
  input.end();
  waking.become('message');
  for (let time = 0; time < 3; time += 1) expect(await next()).toEqual({ kind: 'wake-up' });
  waking.become('schedule');
  expect(await next()).toBeUndefined();
});

test('what still runs at the end is waited for, and a hook that wakes it then is heard', async () => {
  const waking = wakeUpsOf();
  const { next } = kit({
    input: undefined,
    wakeUps: waking.wakeUps,
    background: () => Promise.resolve(waking.become('hook')),
  });
  expect(await next()).toEqual({ kind: 'wake-up' });
});

const CAUSES = ['message', 'hook', 'task', 'schedule'] as const;
const HELD = ['declined', 'interrupted-streaming', 'interrupted-tools', 'max-budget'] as const;

test.each(HELD.flatMap((reason) => CAUSES.map((what) => [reason, what] as const)))(
  'after %s, a %s that is due waits for a message, and for the end of the input',
  async (reason, what) => {
    let last: { reason: EndReason } = { reason: 'completed' };
    const { input, waking, next } = kit({ last: () => last });
    waking.become(what);
    expect(await next()).toEqual({ kind: 'wake-up' });
    last = { reason };
    const second = next();
    waking.become(what);
    input.say();
    expect(await second).toEqual({ kind: 'prompt', prompt: SAID });
    const third = next();
    input.end();
    expect(await third).toBeUndefined();
  },
);

test('between two wake-ups in a row, the program gets to read input and signals', async () => {
  const { waking, next } = kit();
  waking.become('task');
  let turns = 0;
  setImmediate(() => (turns += 1));
  await next();
  expect(turns).toBe(1);
});

test('no hook wakes it after a prompt that failed, nor when the program is to end', async () => {
  const failed = kit({ input: undefined, mayAsk: () => false });
  failed.waking.become('hook');
  expect(await failed.next()).toBeUndefined();
  const stopped = kit();
  const work = stopped.next();
  stopped.stop.abort();
  expect(await work).toBeUndefined();
  stopped.waking.become('hook');
  expect(await stopped.next()).toBeUndefined();
});

test('a loop of the user keeps it waiting once no message can come, until it comes again or ends', async () => {
  const clock = createFakeClock();
  const loop = new SelfPacedLoop(clock);
  const { waking, next } = kit({ input: undefined, loop });
  loop.start(() => waking.become('schedule'));
  loop.begin('Look.');
  loop.wakeIn(60, undefined);
  const first = next();
  await Promise.resolve();
  clock.advance(60_000);
  expect(await first).toEqual({ kind: 'wake-up' });
  waking.become(undefined);
  loop.wakeIn(60, undefined);
  const second = next();
  await Promise.resolve();
  loop.stop();
  expect(await second).toBeUndefined();
  expect(waking.listeners.size).toBe(0);
});

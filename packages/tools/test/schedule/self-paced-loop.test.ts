import { createFakeClock } from '@sluice/core';
import { expect, it } from 'vitest';
import { createScheduleWakeupTool } from '../../src/schedule/schedule-wakeup-tool.ts';
import { SelfPacedLoop, type LoopRun } from '../../src/schedule/self-paced-loop.ts';

const START = Date.UTC(2026, 2, 3, 12);

function kit() {
  const clock = createFakeClock(START);
  const loop = new SelfPacedLoop(clock);
  const runs: LoopRun[] = [];
  loop.start((run) => runs.push(run));
  return { clock, loop, runs };
}

it('comes again when the model has said, with the prompt it has given', () => {
  const { clock, loop, runs } = kit();
  loop.begin('Look.');
  loop.wakeIn(90, undefined);
  loop.turnEnded();
  clock.advance(89_999);
  expect(runs).toEqual([]);
  clock.advance(1);
  expect(runs).toEqual([{ prompt: 'Look.', isFallback: false }]);
  loop.turnBegan();
  loop.wakeIn(60, 'Look closely.');
  loop.turnEnded();
  clock.advance(60_000);
  expect(runs.slice(1)).toEqual([{ prompt: 'Look closely.', isFallback: false }]);
  expect(clock.pendingTimers).toBe(0);
});

it('a turn that sets no wake-up gets one more after 20 minutes, and then the loop ends', () => {
  const { clock, loop, runs } = kit();
  loop.begin('Look.');
  loop.turnEnded();
  clock.advance(20 * 60_000);
  expect(runs).toEqual([{ prompt: 'Look.', isFallback: true }]);
  // What ends before the run's own turn has begun is another turn.
  loop.turnEnded();
  expect(loop.prompt).toBe('Look.');
  loop.turnBegan();
  loop.turnEnded();
  expect([loop.prompt, clock.pendingTimers]).toEqual([undefined, 0]);
});

it('a wake-up after the fallback makes the loop go on as before', () => {
  const { clock, loop, runs } = kit();
  loop.begin('Look.');
  loop.turnEnded();
  clock.advance(20 * 60_000);
  loop.turnBegan();
  loop.wakeIn(60, undefined);
  loop.turnEnded();
  clock.advance(60_000);
  loop.turnBegan();
  loop.turnEnded();
  clock.advance(20 * 60_000);
  expect(runs.map(({ isFallback }) => isFallback)).toEqual([true, false, true]);
});

it('ends at once when it is stopped, and tells those who watch', () => {
  const { clock, loop, runs } = kit();
  let told = 0;
  const unwatch = loop.watch(() => (told += 1));
  expect(loop.stop()).toBe(0);
  loop.begin('Look.');
  loop.wakeIn(60, undefined);
  expect([loop.stop(), loop.stop(), loop.scheduledFor]).toEqual([1, 0, undefined]);
  unwatch();
  loop.begin('Again.');
  clock.advance(3_600_000);
  expect([runs, told]).toEqual([[], 2]);
});

it.each([
  [{ delaySeconds: 1 }, { scheduledFor: START + 60_000, clampedDelaySeconds: 60, wasClamped: true }],
  [{ delaySeconds: 60 }, { scheduledFor: START + 60_000, clampedDelaySeconds: 60, wasClamped: false }],
  [
    { delaySeconds: 99_999, prompt: 'Now and then.' },
    { scheduledFor: START + 3_600_000, clampedDelaySeconds: 3600, wasClamped: true },
  ],
  [
    { stop: true },
    { scheduledFor: 0, clampedDelaySeconds: 0, wasClamped: false, stopped: true, cancelledWakeups: 0 },
  ],
  [{}, 'no-delay'],
  [{ delaySeconds: 60, prompt: ' ' }, 'no-prompt'],
])('ScheduleWakeup of %j', async (input, expected) => {
  const { loop } = kit();
  const tool = createScheduleWakeupTool(loop);
  const call = (): Promise<unknown> => (tool.call as (input: object) => Promise<unknown>)(input);
  expect(await call()).toMatchObject({ failure: { code: 'no-loop' } });
  loop.begin('Look.');
  expect(await call()).toMatchObject(
    typeof expected === 'string' ? { failure: { code: expected } } : { data: expected },
  );
});

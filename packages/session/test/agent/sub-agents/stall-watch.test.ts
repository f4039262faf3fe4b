import { expect, it, onTestFinished, vi } from 'vitest';
import { StallWatch } from '../../../src/agent/sub-agents/run/stall-watch.ts';

it('a silence counts only while the model is to speak: not while a tool runs or the user is asked', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let isWaiting = true;
  const onStall = vi.fn<() => void>();
  const watch = new StallWatch(50, () => isWaiting, onStall);
  vi.advanceTimersByTime(1_000);
  expect(onStall).not.toHaveBeenCalled();
  isWaiting = false;
  watch.heard();
  vi.advanceTimersByTime(49);
  watch.heard();
  vi.advanceTimersByTime(49);
  expect(onStall).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onStall).toHaveBeenCalledTimes(1);
  watch.close();
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { WarmUp } from '../../src/cli/warm-up.ts';

test('a session is rehearsed once the editor has been quiet, and the rehearsal ends when its own session comes', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const signals: AbortSignal[] = [];
  const warmUp = new WarmUp((signal) => {
    signals.push(signal);
    return Promise.reject(new Error('said by the session itself'));
  });
  warmUp.begin();
  vi.advanceTimersByTime(9);
  expect(signals).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  warmUp.end();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test('an editor that asks for its session at once gets it without a rehearsal', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const rehearse = vi.fn(() => Promise.resolve());
  const warmUp = new WarmUp(rehearse);
  warmUp.begin();
  warmUp.end();
  vi.advanceTimersByTime(1_000);
  expect(rehearse).not.toHaveBeenCalled();
});

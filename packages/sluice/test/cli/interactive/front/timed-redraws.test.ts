import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TimedRedraws } from '../../../../src/cli/interactive/front/timed-redraws.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('while a prompt is at work, its time goes on only when it redraws for it, once a second', () => {
  const redraw = vi.fn();
  const redraws = new TimedRedraws(redraw);
  redraws.setWorking(true);
  const startedAt = Date.now();
  expect([redraws.now, redraw.mock.calls.length]).toEqual([startedAt, 1]);
  vi.advanceTimersByTime(999);
  expect([redraws.now, redraw.mock.calls.length]).toEqual([startedAt, 1]);
  vi.advanceTimersByTime(1);
  expect([redraws.now, redraw.mock.calls.length]).toEqual([startedAt + 1000, 2]);
  vi.advanceTimersByTime(500);
  redraws.setWorking(false);
  vi.advanceTimersByTime(400);
  expect(redraws.now).toBe(startedAt + 1900);
  redraws.close();
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AfterStart } from '../../../../src/cli/interactive/start/after-start.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('works soon where nothing is asked of the model, and once', () => {
  const work = vi.fn();
  const after = new AfterStart(work);
  vi.advanceTimersByTime(49);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledOnce();
  after.preparing();
  after.sending();
  vi.advanceTimersByTime(1000);
  expect(work).toHaveBeenCalledOnce();
});

it('waits for the first request to be sent, but not for long', () => {
  const [work, slow] = [vi.fn(), vi.fn()];
  const after = new AfterStart(work);
  after.preparing();
  new AfterStart(slow).preparing();
  vi.advanceTimersByTime(200);
  after.sending();
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(40);
  expect(work).toHaveBeenCalledOnce();
  expect(slow).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10);
  expect(slow).toHaveBeenCalledOnce();
});

it('does nothing once the session is closed', () => {
  const work = vi.fn();
  const after = new AfterStart(work);
  after.cancel();
  after.preparing();
  vi.advanceTimersByTime(1000);
  expect(work).not.toHaveBeenCalled();
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SessionBeginning } from '../../../../src/cli/print/client/session-beginning.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Tells later, and counts how often the client was told. */
function open() {
  const told = { times: 0 };
  const beginning = new SessionBeginning(async () => void (told.times += 1));
  const stop = new AbortController();
  const later = beginning.tellLater(stop.signal);
  return { told, beginning, stop, later };
}

it('the first turn tells what the session has, and each turn after it', async () => {
  const { told, beginning, later } = open();
  beginning.messageCame();
  await later;
  expect(told.times).toBe(0);
  await beginning.turnBegins();
  expect(told.times).toBe(1);
  await beginning.turnBegins();
  expect(told.times).toBe(2);
});

it('a client that makes no request for two seconds is told before the first turn, and that turn does not tell it again', async () => {
  const { told, beginning, later } = open();
  await vi.advanceTimersByTimeAsync(1_999);
  beginning.requestMoved();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(told.times).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await later;
  expect(told.times).toBe(1);
  await beginning.turnBegins();
  expect(told.times).toBe(1);
  await beginning.turnBegins();
  expect(told.times).toBe(2);
});

it('a client that sends no message is told at the end of its lines; one that is stopped is not', async () => {
  const ended = open();
  ended.beginning.end();
  await ended.later;
  expect(ended.told.times).toBe(1);
  const stopped = open();
  stopped.stop.abort();
  await stopped.later;
  expect(stopped.told.times).toBe(0);
});

it('told at once, it is told again only by the second turn', async () => {
  const told = { times: 0 };
  const beginning = new SessionBeginning(async () => void (told.times += 1));
  await beginning.tell();
  await beginning.turnBegins();
  expect(told.times).toBe(1);
  await beginning.turnBegins();
  expect(told.times).toBe(2);
});

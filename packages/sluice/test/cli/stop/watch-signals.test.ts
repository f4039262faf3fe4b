import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStop } from '../../../src/cli/stop/stop.ts';
import { watchSignals } from '../../../src/cli/stop/watch-signals.ts';

/** Programs built on the Agent SDK send SIGKILL so long after SIGTERM. */
const SDK_WAITS_MS = 5_000;

/** Gives a signal to what watches for it here, and to no other. */
function watching(signal: 'SIGTERM' | 'SIGHUP') {
  const before = process.listeners(signal);
  const stop = createStop();
  const unwatch = watchSignals(stop, () => {});
  const send = (): void => {
    for (const listener of process.listeners(signal)) if (!before.includes(listener)) listener(signal);
  };
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  return { stop, unwatch, send, exit };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  'a run that can not end after %s ends before a client would kill it, with its code',
  (signal, code) => {
    const { stop, unwatch, send, exit } = watching(signal);
    send();
    expect(stop.cause).toEqual({ kind: 'signal', signal });
    expect(exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(SDK_WAITS_MS - 1);
    expect(exit.mock.calls).toEqual([[code]]);
    unwatch();
  },
);

it('a run that has ended in time is left alone', () => {
  const { unwatch, send, exit } = watching('SIGTERM');
  send();
  unwatch();
  vi.advanceTimersByTime(SDK_WAITS_MS * 2);
  expect(exit).not.toHaveBeenCalled();
});

it.each([
  ['that echoes ^C gets a new line', undefined, ['\n']],
  ['that the program draws gets nothing', { onInterrupt: undefined, isLent: false }, []],
] as const)('at SIGINT, a terminal %s', (_, terminal, expected) => {
  const before = process.listeners('SIGINT');
  const stderr = Object.getOwnPropertyDescriptor(process, 'stderr') ?? {};
  const written: string[] = [];
  const stream = { isTTY: true, write: (text: string) => written.push(text) > 0 };
  Object.defineProperty(process, 'stderr', { configurable: true, value: stream });
  const stop = createStop();
  const unwatch = watchSignals(stop, () => {}, terminal);
  try {
    for (const listener of process.listeners('SIGINT')) if (!before.includes(listener)) listener('SIGINT');
  } finally {
    unwatch();
    Object.defineProperty(process, 'stderr', stderr);
  }
  expect(stop.cause).toEqual({ kind: 'signal', signal: 'SIGINT' });
  expect(written).toEqual(expected);
});

it.each([
  ['a program that a person has open', { onInterrupt: undefined, isLent: false }, 10],
  ['a run', undefined, 100],
] as const)('%s looks for npm so often in 10 s', (_, terminal, looks) => {
  vi.stubEnv('npm_lifecycle_event', 'start');
  const ppid = vi.spyOn(process, 'ppid', 'get').mockReturnValue(process.pid);
  const unwatch = watchSignals(createStop(), () => {}, terminal);
  ppid.mockClear();
  vi.advanceTimersByTime(10_000);
  unwatch();
  vi.unstubAllEnvs();
  expect(ppid).toHaveBeenCalledTimes(looks);
});

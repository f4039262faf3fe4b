import { createProcessSession, type CommandResult } from '@sluice/process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StartedCommand } from '../../../src/bash/start/start-command.ts';
import { waitInForeground } from '../../../src/bash/run/wait-in-foreground.ts';

/** Whatever a result holds: that of a command which never ran. */
const processes = createProcessSession();
await processes.dispose();
const RESULT = await processes.run({ command: '', cwd: '/', outputPath: '/none' });

function command() {
  const { promise, resolve } = Promise.withResolvers<CommandResult>();
  let ends = 0;
  const started: StartedCommand = {
    capture: { path: '/none', remove: () => {} },
    result: promise,
    end: () => void (ends += 1),
    takeFinalCwd: () => undefined,
  };
  const exit = (): void => resolve(RESULT);
  return { started, exit, ends: () => ends };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the wait for a command in the foreground', () => {
  it('ends with the command, and leaves nothing behind', async () => {
    const { started, exit, ends } = command();
    const controller = new AbortController();
    const wait = waitInForeground(started, {
      signal: controller.signal,
      timeoutMs: 1000,
      onHeartbeat: () => {},
    });
    exit();
    expect(await wait).toBe(RESULT);
    expect(vi.getTimerCount()).toBe(0);
    controller.abort();
    expect(ends()).toBe(0);
  });

  it('ends when the time is up, and the command is left alone from then on', async () => {
    const { started, ends } = command();
    const controller = new AbortController();
    const wait = waitInForeground(started, {
      signal: controller.signal,
      timeoutMs: 1000,
      onHeartbeat: () => {},
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await wait).toBe('time-up');
    controller.abort();
    expect(ends()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends the command when the call is canceled, and then waits for its end', async () => {
    const { started, exit, ends } = command();
    const controller = new AbortController();
    const wait = waitInForeground(started, {
      signal: controller.signal,
      timeoutMs: 1000,
      onHeartbeat: () => {},
    });
    controller.abort();
    expect(ends()).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    exit();
    expect(await wait).toBe(RESULT);
  });

  it('ends at once the command of a call that was canceled before', async () => {
    const { started, exit, ends } = command();
    const options = { signal: AbortSignal.abort(), timeoutMs: undefined, onHeartbeat: () => {} };
    const wait = waitInForeground(started, options);
    expect(ends()).toBe(1);
    exit();
    expect(await wait).toBe(RESULT);
  });

  it('is told of every 30 seconds', async () => {
    const { started, exit } = command();
    const beats: number[] = [];
    const { signal } = new AbortController();
    const wait = waitInForeground(started, {
      signal,
      timeoutMs: undefined,
      onHeartbeat: (elapsedMs) => beats.push(Math.round(elapsedMs)),
    });
    await vi.advanceTimersByTimeAsync(95_000);
    exit();
    await wait;
    expect(beats).toEqual([30_000, 60_000, 90_000]);
  });
});

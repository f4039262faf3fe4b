import { createProcessSession } from '@sluice/process';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { isRunning, readPids, until } from '../../../process/test/helpers.ts';
import { runHelper } from '../../src/transport/run-helper.ts';
import { scratch } from '../server/support/scratch.ts';

afterEach(() => void vi.useRealTimers());

it('a helper that does not end is ended with all that it started, after 10 s', async () => {
  const cwd = scratch();
  const processes = createProcessSession();
  onTestFinished(() => processes.dispose());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { signal } = new AbortController();
  const command = 'setsid sleep 1000 & echo $! >> pids; echo $$ >> pids; exec sleep 1000';
  const output = runHelper(command, { processes, env: process.env, cwd, signal });
  const pids = (): readonly number[] => readPids(`${cwd}/pids`);
  await until(() => pids().length === 2, 'it runs');
  vi.advanceTimersByTime(9_999);
  expect(pids().every(isRunning)).toBe(true);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  expect(await output).toEqual({ ok: false, problem: 'it did not end within 10 s' });
  await until(() => !pids().some(isRunning), 'nothing is left');
});

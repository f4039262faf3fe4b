import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { readProcessStat } from '../../src/identity/process-stat.ts';
import { sendSignal } from '../../src/end/send-signal.ts';
import { isRunning } from '../helpers.ts';

it('never signals another process that has got the pid', async () => {
  const child = spawn('sleep', ['1000']);
  const stat = readProcessStat(child.pid ?? 0);
  if (stat === undefined) throw new Error('The child runs.');
  expect(sendSignal({ ...stat, startTime: stat.startTime - 1 }, 'SIGKILL')).toBe(false);
  expect(isRunning(stat.pid)).toBe(true);
  expect(sendSignal(stat, 'SIGKILL')).toBe(true);
  await once(child, 'exit');
  expect(sendSignal(stat, 'SIGKILL')).toBe(false);
});

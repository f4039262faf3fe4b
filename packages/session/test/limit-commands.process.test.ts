import { join } from 'node:path';
import { createProcessSession } from '@sluice/process';
import { expect, it, onTestFinished } from 'vitest';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';
import { limitCommands } from '../src/parts/limit-commands.ts';

it('commands beyond the limit wait for the others, and one that is canceled meanwhile never runs', async () => {
  const processes = createProcessSession();
  onTestFinished(() => processes.dispose());
  const cwd = scratch();
  const limited = limitCommands(processes, 2);
  const run = (command: string, signal?: AbortSignal) =>
    limited.run({ command, cwd, outputPath: join(cwd, `${Math.random()}.out`), signal });
  const statusOf = async (running: ReturnType<typeof run>) => {
    const { end } = await running;
    return end.status === 'exited' ? end.code : end.status;
  };
  // Two hold a lock for a while; a third at the same time would find none free.
  const one =
    'for lock in a b; do if mkdir "$lock" 2>/dev/null; then sleep 0.05; rmdir "$lock"; exit 0; fi; done; exit 9';
  const stop = new AbortController();
  const first = [run(one), run(one)];
  const canceled = run('touch ran', stop.signal);
  const rest = [run(one), run(one), run(one)];
  stop.abort();
  expect(await statusOf(canceled)).toBe('cancelled');
  expect(await Promise.all([...first, ...rest].map(statusOf))).toEqual([0, 0, 0, 0, 0]);
  expect(await statusOf(run('test ! -e ran'))).toBe(0);
});

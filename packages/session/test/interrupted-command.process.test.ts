import { join } from 'node:path';
import type { RunEvent } from '@sluice/core';
import { expect, it } from 'vitest';
import { createLocalRuntime } from '../src/runtime/create-local-runtime.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';
import { isAlive, linesOfFile } from '../../sluice/test/cli/exec/support/until.ts';

it('a command that ignores SIGTERM is gone when its interrupted call has ended, and the result says nothing else', async () => {
  const cwd = scratch();
  await using runtime = await createLocalRuntime({ cwd, permissionMode: 'bypassPermissions' });
  const command = `trap '' TERM INT; echo $$ >> pids; sleep 1000 & echo $! >> pids; while :; do wait; done`;
  const run = runtime.run([{ id: 'a', name: 'Bash', input: { command } }]);
  const started = linesOfFile(join(cwd, 'pids'), 2).then((lines) => {
    run.interrupt('user-cancel');
    return lines.map(Number);
  });
  const results: Extract<RunEvent, { type: 'tool-result' }>[] = [];
  for await (const event of run) if (event.type === 'tool-result') results.push(event);
  expect((await started).filter(isAlive)).toEqual([]);
  expect(results.map(({ outcome }) => outcome)).toMatchObject([{ code: 'cancelled', started: true }]);
  expect(results[0]?.outcome).not.toHaveProperty('mayStillRun', true);
  expect(JSON.stringify(results[0]?.result.content)).not.toContain('still');
});

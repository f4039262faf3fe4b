import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunEvent } from '@sluice/core';
import { expect, it } from 'vitest';
import { createLocalRuntime } from '../src/runtime/create-local-runtime.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

type Result = Extract<RunEvent, { type: 'tool-result' }>;

/** A repository in `sub`, and beside it a file that it would hold if its top were one directory higher. */
function movableRepository() {
  const top = scratch();
  const sub = join(top, 'sub');
  mkdirSync(sub);
  execFileSync('git', ['init', '-b', 'main'], { cwd: sub, stdio: 'ignore' });
  writeFileSync(join(top, 'secret.txt'), 'the secret word\n');
  const gate = join(top, 'gate');
  execFileSync('mkfifo', [gate]);
  // In a language that no rule looks into.
  const move = `import { execFileSync } from 'node:child_process';
    import { readFileSync, renameSync } from 'node:fs';
    readFileSync(${JSON.stringify(gate)});
    renameSync('.git', '../.git');
    execFileSync('git', ['-C', '..', 'add', 'secret.txt']);`;
  writeFileSync(join(sub, 'move.mjs'), move);
  return { top, sub, gate };
}

it('a file that a rule denies is not shown by a command that was looked at before another one of its message', async () => {
  const { top, sub, gate } = movableRepository();
  await using runtime = await createLocalRuntime({
    cwd: sub,
    permissionMode: 'bypassPermissions',
    settings: { sources: [], deny: [`Read(/${top}/secret.txt)`] },
  });
  const resultsOf = async (...commands: readonly string[]): Promise<readonly Result[]> => {
    const calls = commands.map((command, index) => ({ id: `${index}`, name: 'Bash', input: { command } }));
    const results: Result[] = [];
    for await (const event of runtime.run(calls)) {
      if (event.type === 'tool-result') results.push(event);
      // The second call has been looked at: only now may the first one change what it means.
      const isSecondQueued = event.type === 'call-state' && event.status === 'queued' && event.callId === '1';
      if (isSecondQueued) void writeFile(gate, 'go\n');
    }
    return results;
  };
  const [moved, shown] = await resultsOf(`'${process.execPath}' move.mjs`, 'git diff --cached');
  expect(moved?.outcome.code).toBe('ok');
  expect(shown?.result.content).not.toContain('the secret word');
  expect(shown?.outcome).toMatchObject({ code: 'tool-error', errorCode: 'surroundings-changed' });
  const [again] = await resultsOf('git diff --cached');
  expect(again?.outcome.code).toBe('ok');
  expect(again?.result.content).not.toContain('the secret word');
  const [all] = await resultsOf('git show :secret.txt; git log -p');
  expect(all?.outcome.code).toBe('denied');

  renameSync(join(top, '.git'), join(sub, '.git'));
  expect((await resultsOf('git diff'))[0]?.outcome.code).toBe('ok');
});

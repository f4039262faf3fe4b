import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEvent } from '@sluice/core';
import { expect, it } from 'vitest';
import { createLocalRuntime } from '../../src/local/create-local-runtime.ts';
import { scratch } from '../exec/support/scratch.ts';

type Result = Extract<RunEvent, { type: 'tool-result' }>;

/** A repository in `sub`, and beside it a file that it would hold if its top were one directory higher. */
function movableRepository() {
  const top = scratch();
  const sub = join(top, 'sub');
  mkdirSync(sub);
  execFileSync('git', ['init', '-b', 'main'], { cwd: sub, stdio: 'ignore' });
  writeFileSync(join(top, 'secret.txt'), 'the secret word\n');
  const move = 'mv .git .. && git -C .. add secret.txt';
  writeFileSync(join(sub, 'move.sh'), move);
  return { top, sub };
}

it('a file that a rule denies is not shown by a command that was looked at before another one of its message', async () => {
  const { top, sub } = movableRepository();
  await using runtime = await createLocalRuntime({
    cwd: sub,
    permissionMode: 'bypassPermissions',
    settings: { sources: [], deny: [`Read(/${top}/secret.txt)`] },
  });
  const resultsOf = async (...commands: readonly string[]): Promise<readonly Result[]> => {
    const calls = commands.map((command, index) => ({ id: `${index}`, name: 'Bash', input: { command } }));
    const results: Result[] = [];
    for await (const event of runtime.run(calls)) if (event.type === 'tool-result') results.push(event);
    return results;
  };
  const [moved, shown] = await resultsOf('sh move.sh', 'git diff --cached');
  expect(moved?.outcome.code).toBe('ok');
  expect(shown?.result.content).not.toContain('the secret word');
  // Decided too early it is not run; on a slow machine it may be looked at only now, and denied.
  expect(['surroundings-changed', 'denied']).toContain(
    shown?.outcome.code === 'tool-error' ? shown.outcome.errorCode : shown?.outcome.code,
  );
  const [again] = await resultsOf('git diff --cached');
  expect(again?.outcome.code).toBe('denied');

  renameSync(join(top, '.git'), join(sub, '.git'));
  expect((await resultsOf('git diff'))[0]?.outcome.code).toBe('ok');
});

import type { RunEvent } from '@sluice/core';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratch } from '../../../sluice/test/cli/exec/support/scratch.ts';
import type { CanUseTool, CanUseToolContext } from '../../src/permission/can-use-tool.ts';
import { createLocalRuntime } from '../../src/runtime/create-local-runtime.ts';

async function write(canUseTool: CanUseTool) {
  const cwd = scratch();
  await using runtime = await createLocalRuntime({ cwd, canUseTool });
  const events: RunEvent[] = [];
  const input = { file_path: join(cwd, 'a.txt'), content: 'one' };
  for await (const event of runtime.run([{ id: 'w', name: 'Write', input }])) events.push(event);
  const result = events.find((event) => event.type === 'tool-result');
  const file = join(cwd, 'a.txt');
  return {
    outcome: result?.outcome,
    written: existsSync(file) ? readFileSync(file, 'utf8') : undefined,
    rules: runtime.permission.current().rules.map(({ text, source }) => ({ text, source })),
  };
}

it('is called with the tool, its input and what a prompt needs; what it returns is done', async () => {
  const calls: unknown[] = [];
  const ended = await write(async (name, input, context: CanUseToolContext) => {
    calls.push([name, input['content'], context.toolUseID, context.title, context.kind]);
    return {
      behavior: 'allow',
      updatedInput: { ...input, content: 'two' },
      updatedPermissions: context.suggestions.map((one) => ({ ...one, destination: 'session' })),
    };
  });
  expect(calls).toEqual([['Write', 'one', 'w', 'Allow Write?', 'permission']]);
  expect(ended).toMatchObject({ outcome: { code: 'ok' }, written: 'two', rules: [{ source: 'session' }] });
});

it.each<readonly [string, CanUseTool, object]>([
  [
    'a denial',
    async () => ({ behavior: 'deny', message: 'not here', interrupt: false }),
    { by: 'person', feedback: 'not here', endsTurn: false },
  ],
  [
    'null',
    async () => null,
    { by: 'headless', reason: expect.stringMatching(/canUseTool returned an invalid answer/) },
  ],
  [
    'something else',
    async () => ({ behavior: 'perhaps' }),
    { by: 'headless', reason: expect.stringMatching(/"perhaps"/) },
  ],
  [
    'a throw',
    () => {
      throw new Error('no line');
    },
    { by: 'headless', reason: expect.stringMatching(/canUseTool failed \(no line\)/) },
  ],
])('refuses the call, and never hangs: %s', async (_, canUseTool, outcome) => {
  expect(await write(canUseTool)).toMatchObject({
    outcome: { code: 'denied', ...outcome },
    written: undefined,
  });
});

it('is told by its signal that the question was withdrawn', async () => {
  await using runtime = await createLocalRuntime({
    cwd: scratch(),
    canUseTool: (_name, _input, { signal }) => {
      run.interrupt('user-cancel');
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ behavior: 'allow' })));
    },
  });
  const run = runtime.run([{ id: 'w', name: 'Write', input: { file_path: 'a.txt', content: '' } }]);
  const outcomes: string[] = [];
  for await (const event of run) if (event.type === 'tool-result') outcomes.push(event.outcome.code);
  expect(outcomes).toEqual(['cancelled']);
});

it('does not go with an asker', async () => {
  const asker = { push() {}, remove() {}, update() {} };
  const both = createLocalRuntime({ cwd: scratch(), asker, canUseTool: async () => null });
  await expect(both).rejects.toThrow(/canUseTool must be left out where asker is given/);
});

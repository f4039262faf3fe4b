import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLocalRuntime } from '../src/runtime/create-local-runtime.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

const TEXT = 'one two\nthree two\n';

/** A session whose messages have one call each; a call answers with how it ended. */
async function session() {
  const cwd = scratch();
  const path = join(cwd, 'f');
  writeFileSync(path, TEXT);
  const runtime = await createLocalRuntime({ cwd, permissionMode: 'bypassPermissions' });
  onTestFinished(() => runtime.dispose().then(() => {}));
  let count = 0;
  const call = async (name: string, input: object): Promise<string> => {
    count += 1;
    for await (const event of runtime.run([{ id: `call-${count}`, name, input }])) {
      if (event.type === 'tool-result') return event.outcome.code;
    }
    return 'no result';
  };
  return { path, runtime, call };
}

const EDIT = { old_string: 'two', new_string: '2', replace_all: true };

test.each([
  ['cat f', true],
  ['cat "$PWD/f"', true],
  ['nl f', true],
  ["grep '' f", true],
  ['head f', true],
  ['head -1 f', false],
  ['grep one f', false],
  ['cat f | cat', false],
  ['cat f > g', false],
  ['cat f; true', false],
  ['for x in f; do cat f; done', false],
  ['cat f f', false],
  ['timeout 9 cat f', false],
  ['wc f', false],
])('after %j the file is treated as read: %s', async (command, isRead) => {
  const { path, call } = await session();
  expect(await call('Bash', { command })).toBe('ok');
  expect((await call('Edit', { file_path: path, ...EDIT })) === 'ok').toBe(isRead);
  expect(readFileSync(path, 'utf8')).toBe(isRead ? 'one 2\nthree 2\n' : TEXT);
});

test('a file that was shown by a command may be written over, until it changes', async () => {
  const { path, call } = await session();
  await call('Bash', { command: 'cat f' });
  expect(await call('Write', { file_path: path, content: 'new\n' })).toBe('ok');
  await call('Bash', { command: 'cat f' });
  writeFileSync(path, 'somebody else’s\n');
  expect(await call('Write', { file_path: path, content: 'newer\n' })).not.toBe('ok');
});

test('pages that commands and reads have shown count together', async () => {
  const { path, call, runtime } = await session();
  await call('Bash', { command: 'head -n 1 f' });
  expect(runtime.ledger.get(path)).toMatchObject({
    isPartial: true,
    range: { offset: 1, limit: 1, total: 2 },
  });
  await call('Bash', { command: 'tail -n 1 f' });
  expect(runtime.ledger.get(path)).toMatchObject({ isPartial: false });
  expect(await call('Edit', { file_path: path, ...EDIT })).toBe('ok');
});

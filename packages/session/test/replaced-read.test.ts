import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hook, JsonObject } from '@sluice/core';
import { expect, it } from 'vitest';
import { createLocalRuntime } from '../../sluice/src/index.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

/** Where something has a say in each Read, a file must have been read before it is changed. */
const guard: Hook = {
  event: 'PreToolUse',
  name: 'guard',
  matches: (name) => name === 'Read',
  run: () => undefined,
};
const replaces: Hook = {
  event: 'PostToolUse',
  name: 'redacts',
  effects: 'none',
  matches: (name) => name === 'Read',
  run: ({ output }) => ({ updatedOutput: output }),
};

it.each<[title: string, hooks: readonly Hook[], isChanged: boolean]>([
  ['is treated as one', [guard], true],
  ['whose output a hook has replaced is none', [guard, replaces], false],
])('a Read %s, for the tools that change files', async (_, hooks, isChanged) => {
  const cwd = scratch();
  const files = { edited: join(cwd, 'edited.txt'), written: join(cwd, 'written.txt') };
  for (const file of Object.values(files)) writeFileSync(file, 'one\n');
  await using runtime = await createLocalRuntime({ cwd, permissionMode: 'bypassPermissions', hooks });
  const codes: string[] = [];
  const call = async (...calls: readonly (readonly [name: string, input: JsonObject])[]): Promise<void> => {
    const feed = calls.map(([name, input], index) => ({ id: `c${codes.length}-${index}`, name, input }));
    for await (const event of runtime.run(feed)) {
      if (event.type === 'tool-result') codes.push(event.outcome.code);
    }
  };
  await call(['Read', { file_path: files.edited }], ['Read', { file_path: files.written }]);
  await call(['Edit', { file_path: files.edited, old_string: 'one', new_string: 'two' }]);
  await call(['Write', { file_path: files.written, content: 'two\n' }]);
  expect(codes.slice(0, 2)).toEqual(['ok', 'ok']);
  expect(codes.slice(2).map((code) => code === 'ok')).toEqual([isChanged, isChanged]);
  expect(Object.values(files).map((file) => readFileSync(file, 'utf8'))).toEqual(
    isChanged ? ['two\n', 'two\n'] : ['one\n', 'one\n'],
  );
});

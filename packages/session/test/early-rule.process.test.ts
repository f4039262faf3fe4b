import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLocalRuntime } from '../src/runtime/create-local-runtime.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

it('a broad rule that was added before the first command is suspended in the mode auto', async () => {
  const cwd = scratch();
  writeFileSync(join(cwd, 'a.txt'), 'text');
  await using runtime = await createLocalRuntime({ cwd, permissionMode: 'auto' });
  const codeOf = async (name: string, input: object): Promise<string | undefined> => {
    for await (const event of runtime.run([{ id: 'a', name, input }])) {
      if (event.type === 'tool-result') return event.outcome.code;
    }
    return undefined;
  };
  const rules = ['Bash(node *)'];
  runtime.permission.apply({ type: 'addRules', behavior: 'allow', rules, destination: 'session' });
  expect(await codeOf('Read', { file_path: 'a.txt' })).toBe('ok');
  expect(await codeOf('Bash', { command: 'node -e 1' })).toBe('denied');
  runtime.permission.apply({ type: 'setMode', mode: 'default', destination: 'session' });
  expect(await codeOf('Bash', { command: 'node -e 1' })).toBe('ok');
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLocalRuntime } from '../../../../session/src/runtime/create-local-runtime.ts';
import { linesOf, runCli, textField, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';

/** So many characters, of which no preview shows all. */
const printing = (length: number): string => `head -c ${length} /dev/zero | tr '\\0' x`;

async function lengths(settings: string, env: Readonly<Record<string, string>>, sizes: readonly number[]) {
  const file = join(scratch(), 'settings.json');
  writeFileSync(file, settings);
  const cwd = scratch();
  const calls = sizes.map((size, index) => toolUse(`a${index}`, 'Bash', { command: printing(size) }));
  const { stdout, stderr } = await runCli(
    ['exec', '--cwd', cwd, '--permission-mode', 'bypassPermissions', '--settings', file],
    calls.join(''),
    { env },
  );
  const results = linesOf(stdout, 'tool_result').map((line) => textField(line, 'content'));
  return { file, stderr, isWhole: results.map((text, index) => text === 'x'.repeat(sizes[index] ?? 0)) };
}

it.each([
  ['30,000 where no one says anything', '{}', {}, [30_000, 30_001]],
  ['what the variable says', '{}', { BASH_MAX_OUTPUT_LENGTH: '150000' }, [150_000, 150_001]],
  ['what the setting says', '{"bashOutputMaxChars": 40000}', {}, [40_000, 40_001]],
  [
    'what the setting says, above the variable',
    '{"bashOutputMaxChars": 7, "env": {"BASH_MAX_OUTPUT_LENGTH": "50000"}}',
    { BASH_MAX_OUTPUT_LENGTH: '60000' },
    [7, 8],
  ],
])('output is shown in full up to %s', async (_, settings, env, sizes) => {
  const { isWhole, stderr } = await lengths(settings, env, sizes);
  expect(isWhole).toEqual([true, false]);
  expect(stderr).not.toMatch(/whole number|BASH_MAX/);
});

it.each([
  [
    '{\n  "bashOutputMaxChars": 150001}',
    '2:3',
    '"bashOutputMaxChars" must be a whole number from 1 to 150000',
  ],
  [
    '{"env": {\n    "BASH_MAX_OUTPUT_LENGTH": 0}}',
    '2:5',
    'BASH_MAX_OUTPUT_LENGTH is ignored: "0" is not a whole number from 1 to 150000; 30000 is used.',
  ],
])('a wrong value is told of with its place, and does not count: %j', async (settings, place, message) => {
  const { file, isWhole, stderr } = await lengths(settings, {}, [30_000, 30_001]);
  expect(isWhole).toEqual([true, false]);
  expect(stderr).toContain(`${file}:${place}: ${message}`);
  expect(stderr.match(/whole number/g)).toHaveLength(1);
});

it('a library reads the same setting', async () => {
  await using runtime = await createLocalRuntime({
    cwd: scratch(),
    permissionMode: 'bypassPermissions',
    settings: { sources: [], files: ['{"bashOutputMaxChars": 10}'] },
  });
  const calls = [10, 11].map((size) => ({ id: `${size}`, name: 'Bash', input: { command: printing(size) } }));
  const isWhole: boolean[] = [];
  for await (const event of runtime.run(calls)) {
    if (event.type === 'tool-result') isWhole.push(event.result.content === 'x'.repeat(Number(event.callId)));
  }
  expect(isWhole).toEqual([true, false]);
});

import { expect, it } from 'vitest';
import { BYPASS, MESSAGE_STOP, runCli, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';

it('names what a call was about, whenever its input says so', async () => {
  const { stdout } = await runCli(
    ['exec', '--cwd', scratch(), ...BYPASS, '--output-format', 'text'],
    toolUse('1', 'Read', { file_path: 'missing.txt' }) +
      toolUse('1', 'Read', { file_path: 'has-no-result.txt' }) +
      toolUse('2', 'Read', { file_path: 'a.txt', offset: 'two' }) +
      toolUse('3', 'Write', { file_path: 'b.txt' }) +
      toolUse('4', 'Write', { content: 'nowhere' }) +
      toolUse('5', 'Grep', { path: 'src' }) +
      MESSAGE_STOP +
      toolUse('1', 'Edit', { file_path: 'c.txt' }),
  );
  const lines = stdout.split('\n');
  const labels = lines.flatMap((line) => /^. ✗ (.*?) +\d+ ms/.exec(line)?.[1] ?? []);
  expect(labels).toEqual(['Read missing.txt', 'Read a.txt', 'Write b.txt', 'Write', 'Grep', 'Edit c.txt']);
  expect(lines.filter((line) => line.includes('not run: '))).toHaveLength(1);
});

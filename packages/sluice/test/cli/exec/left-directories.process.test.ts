import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BYPASS, linesOf, MESSAGE_STOP, runCli, startCli, textField, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';
import { linesOfFile } from './support/until.ts';

const EXEC = ['exec', ...BYPASS, '--output-format', 'jsonl'];

it('what a killed run has left goes with the next one, but not its output, and not what a person was told of', async () => {
  const [cwd, TMPDIR] = [scratch(), scratch()];
  const place = join(TMPDIR, `sluice-user-${process.geteuid?.()}`);
  const options = { cwd, env: { TMPDIR } };
  const bash = (command: string): string => toolUse('a', 'Bash', { command }) + MESSAGE_STOP;
  const kill = async (mark: string, says: string): Promise<string> => {
    const before = new Set(names(place));
    const child = startCli(EXEC, options);
    child.stdin.write(bash(`${says}; echo $$ >${mark}; sleep 1000`));
    await linesOfFile(join(cwd, mark), 1);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    return names(place).find((name) => !before.has(name)) ?? '';
  };
  const told = await runCli(EXEC, bash('seq 100000'), options);
  const kept = textField(linesOf(told.stdout, 'summary')[0], 'kept_results');
  const silent = await kill('first', ':');
  const loud = await kill('second', 'echo words');
  expect(names(place)).toEqual([loud, silent, kept.split('/').at(-2)].sort());

  await runCli(EXEC, bash('true'), options);
  expect(names(place)).toEqual([loud, kept.split('/').at(-2)].sort());
  await kill('third', ':');
  await runCli([...EXEC, '--session-dir', join(cwd, 'session')], bash('true'), options);
  expect(names(place)).toEqual([loud, kept.split('/').at(-2)].sort());
  const files = names(join(place, loud, 'tool-results')).map((name) =>
    readFileSync(join(place, loud, 'tool-results', name), 'utf8'),
  );
  expect(files).toContain('words\n');
  expect(names(kept)).toHaveLength(1);
});

function names(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}

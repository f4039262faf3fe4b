import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linesOf, MESSAGE_STOP, runCli, textField, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';

test('--resume repeats no effect after lines of the journal were swapped or deleted, and says so', async () => {
  const cwd = scratch();
  const directory = join(cwd, 'session');
  const journal = join(directory, 'journal.jsonl');
  const calls = ['one', 'two'].map((word, index) =>
    toolUse(`${index}`, 'Bash', { command: `echo ${word} >> done` }),
  );
  const exec = async (...options: readonly string[]) => {
    const args = ['exec', '--cwd', cwd, '--permission-mode', 'bypassPermissions', '--session-dir', directory];
    const { stdout, stderr } = await runCli([...args, ...options], calls.join('') + MESSAGE_STOP);
    return { results: linesOf(stdout, 'tool_result').map((line) => textField(line, 'content')), stderr };
  };
  const rewrite = (change: (lines: readonly string[]) => readonly string[]): void => {
    const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
    writeFileSync(
      journal,
      change(lines)
        .map((line) => `${line}\n`)
        .join(''),
    );
  };
  await exec();
  expect(readFileSync(join(cwd, 'done'), 'utf8')).toBe('one\ntwo\n');

  rewrite(([session = '', ...lines]) => [session, ...lines.toReversed()]);
  const swapped = await exec('--resume');
  expect(swapped.stderr).toContain(
    `Lines of ${journal} were out of order or duplicated; they were restored by their numbers.`,
  );

  // Nothing is left of the first call.
  rewrite((lines) => lines.filter((line) => !line.includes('"callId":"0"')));
  const deleted = await exec('--resume');
  expect(deleted.stderr).toMatch(
    /\d+ lines of .*journal\.jsonl are missing or changed; calls that may have started are treated as started and are not run again\./,
  );
  expect(deleted.results[0]).toContain('Its outcome is unknown');
  expect(readFileSync(join(cwd, 'done'), 'utf8')).toBe('one\ntwo\n');

  // Cut off, and nothing records how far it got.
  rewrite((lines) => lines.slice(0, 3));
  rmSync(join(directory, 'journal.head'));
  const cut = await exec('--resume');
  expect(cut.stderr).toContain(`the end of ${journal} may be missing`);
  expect(cut.results.join('')).toContain('Its outcome is unknown');
  expect(readFileSync(join(cwd, 'done'), 'utf8')).toBe('one\ntwo\n');
});

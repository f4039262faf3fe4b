import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openJournal } from '@sluice/host';
import { expect, it } from 'vitest';
import { linesOf, MESSAGE_STOP, runCli, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';

const bash = (id: string, command: string): string => toolUse(id, 'Bash', { command }) + MESSAGE_STOP;

/** A session, begun with some options, gone on with others. */
function place() {
  const cwd = scratch();
  const session = join(scratch(), 'session');
  return {
    cwd,
    journal: join(session, 'journal.jsonl'),
    begin: (options: readonly string[], input: string) =>
      runCli(['exec', '--cwd', cwd, '--session-dir', session, ...options], input),
    goOn: (options: readonly string[], input: string) =>
      runCli(['exec', '--cwd', cwd, '--session-dir', session, '--resume', ...options], input),
  };
}

it('a denial of the first command line holds when the second does not repeat it (reliability.md 41)', async () => {
  const { cwd, begin, goOn } = place();
  await begin(['--deny', 'Bash(touch *)', '--allow', 'Bash(mkdir *)'], bash('a', 'true'));
  const { stdout, stderr } = await goOn(['--permission-mode', 'bypassPermissions'], bash('b', 'touch made'));
  expect(linesOf(stdout, 'tool_result')).toMatchObject([{ tool_use_id: 'b', is_error: true }]);
  expect(existsSync(join(cwd, 'made'))).toBe(false);
  expect(stderr).toContain(
    'Still in effect from the command line that started the session: deny Bash(touch *).',
  );
  // What was allowed has to be allowed again.
  const again = await goOn([], bash('c', 'mkdir made'));
  expect(linesOf(again.stdout, 'tool_result')).toMatchObject([{ tool_use_id: 'c', is_error: true }]);
});

it('the mode holds, but for the one that a launch must enable', async () => {
  const planning = place();
  await planning.begin(['--permission-mode', 'plan'], bash('a', 'true'));
  await planning.goOn(['--allow', 'Bash'], bash('b', 'touch made'));
  expect(existsSync(join(planning.cwd, 'made'))).toBe(false);
  await planning.goOn(['--allow', 'Bash', '--permission-mode', 'default'], bash('c', 'touch made'));
  expect(existsSync(join(planning.cwd, 'made'))).toBe(true);

  const bypassing = place();
  await bypassing.begin(['--permission-mode', 'bypassPermissions'], bash('a', 'touch first'));
  const { stderr } = await bypassing.goOn([], bash('b', 'touch second'));
  expect(existsSync(join(bypassing.cwd, 'first'))).toBe(true);
  expect(existsSync(join(bypassing.cwd, 'second'))).toBe(false);
  expect(stderr).toMatch(
    /in the mode bypassPermissions; it continues in default, .*\(--permission-mode bypassPermissions\)/,
  );
});

it('a session whose permission can’t be read does not go on', async () => {
  const { cwd, journal, begin, goOn } = place();
  await begin(['--deny', 'Bash(touch *)'], bash('a', 'true'));
  const opened = openJournal({ directory: dirname(journal) });
  if (!opened.ok) throw new Error(opened.message);
  await opened.journal.read();
  opened.journal.append({ v: 1, time: 0, type: 'permission', state: { text: '{' } });
  opened.journal.close();
  const before = readFileSync(journal);
  const { status, stderr } = await goOn(['--permission-mode', 'bypassPermissions'], bash('b', 'touch made'));
  expect(status).toBe(1);
  expect(stderr).toContain("can't be read, so it can't be resumed");
  expect(existsSync(join(cwd, 'made'))).toBe(false);
  expect(readFileSync(journal)).toEqual(before);
});

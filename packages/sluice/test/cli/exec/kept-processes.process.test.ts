import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { linesOf, runCli, textField, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';

function isAlive(pid: number): boolean {
  try {
    return !/^\S+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

it.each([
  ['named in the settings runs on, and is told', ['build-daemon'], true],
  ['that is not named ends with its command', ['other'], false],
])('a program %s', async (_, keepProcesses, isKept) => {
  const home = scratch();
  const cwd = scratch();
  mkdirSync(join(home, '.claude'));
  writeFileSync(join(home, '.claude/settings.json'), JSON.stringify({ keepProcesses }));
  const command = `cp "$(command -v sleep)" build-daemon; ./build-daemon 1000 & echo "pid $!"`;
  const { stdout } = await runCli(
    ['exec', '--cwd', cwd, '--permission-mode', 'bypassPermissions'],
    toolUse('a', 'Bash', { command }),
    { env: { HOME: home } },
  );
  const content = textField(linesOf(stdout, 'tool_result')[0], 'content');
  const pid = Number(/pid (\d+)/.exec(content)?.[1]);
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  expect(isAlive(pid)).toBe(isKept);
  expect(content).toContain(
    isKept
      ? `Left running because of the setting keepProcesses: build-daemon (pid ${pid}).`
      : 'and stopped: build-daemon',
  );
});

import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProcessSession } from '@sluice/process';
import { afterAll, expect, it } from 'vitest';
import { wrapCommand, type WrapOptions } from '../../../src/bash/start/wrap-command.ts';
import { until } from '../until.ts';

const processes = createProcessSession();
const directory = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-wrap-')));
const cwdPath = join(directory, 'cwd');
const drainPath = join(directory, 'drain');
const outputPath = join(directory, 'output');
afterAll(async () => {
  await processes.dispose();
  rmSync(directory, { recursive: true, force: true });
});

async function run(command: string, options: Omit<WrapOptions, 'cwdPath'>) {
  rmSync(cwdPath, { force: true });
  const wrapped = wrapCommand(command, { cwdPath, ...options });
  const { end } = await processes.run({ command: wrapped, cwd: directory, outputPath });
  const read = (path: string): string | undefined => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  };
  return { end, output: read(outputPath), cwd: read(cwdPath) };
}

it.each([
  'true',
  'exit 7',
  'f() { return 3; }; f',
  'set -e; false; echo not reached',
  'set -eu; exit 5',
  'set -o pipefail -eu; false | true; echo not reached',
  'echo a; echo b >&2; echo c',
  'trap "echo bye" EXIT; cd /; exit 3',
  'trap "echo got; exit 4" TERM; kill -TERM $$; read -r _ <> <(:)',
  'kill -KILL $$',
  'kill -TERM $$',
  'exec echo replaced',
  'cd /usr; (cd /; pwd)',
  'read x; echo "[$x] $?"',
  'set -vx; echo hi',
  'set -x; echo hi; exit 2',
  'jobs; (exit 6) & wait %1; echo $?',
  'echo a & wait; echo b',
  'coproc x { cat; }; echo a >&"${x[1]}"; read -r y <&"${x[0]}"; echo "$y"; exit 1',
  'unset PATH; echo "$BASH_SUBSHELL"',
  'bash -c "echo inner; exit 9"',
  'echo "unclosed',
  'seq 100000 | head -1',
  'yes | head -c 300000 | md5sum',
])('means the same with a pipe between: %s', async (command) => {
  expect(await run(command, { envFiles: [], drainPath })).toEqual(await run(command, { envFiles: [] }));
});

it('leaves what empties the pipe neither running nor unburied', async () => {
  await run('echo a; seq 1000', { envFiles: [], drainPath });
  const pid = readFileSync(drainPath, 'utf8').trim();
  await until(() => (existsSync(`/proc/${pid}`) ? undefined : true));
});

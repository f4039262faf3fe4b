import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CLI, linesOf, runCli, toolUse } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';

const PROGRAM = [process.execPath, ...CLI];
const BYPASS = ['--permission-mode', 'bypassPermissions'];

interface Place {
  readonly home: string;
  readonly cwd: string;
}

function createPlace(): Place {
  const base = scratch();
  const [home = '', cwd = ''] = ['home', 'project'].map((name) => join(base, name));
  for (const directory of [home, join(cwd, '.git')]) mkdirSync(directory, { recursive: true });
  return { home, cwd };
}

/** Its words don't tell what it runs: the program's are in a file. */
function writeHidden({ cwd }: Place, words: readonly string[], how: string): void {
  writeFileSync(join(cwd, 'words.json'), JSON.stringify([...PROGRAM, ...words]));
  writeFileSync(
    join(cwd, 'run.py'),
    `import json, os, subprocess, sys\nwords = json.load(open("words.json"))\n${how}\nsys.exit(done.returncode)\n`,
  );
}

/** What a call returns. */
async function runCall({ home, cwd }: Place, command: string): Promise<string> {
  const { stdout } = await runCli(['exec', ...BYPASS], toolUse('a', 'Bash', { command }), {
    cwd,
    env: { HOME: home },
  });
  return JSON.stringify(linesOf(stdout, 'tool_result'));
}

const isTrusted = ({ home }: Place): boolean => existsSync(join(home, '.sluice/trust.json'));

it.each([
  [
    'with a value of its own',
    'done = subprocess.run(words, env={**os.environ, "SLUICE_TOOL_CALL": "decided"})',
  ],
  [
    'with a cleared environment',
    'done = subprocess.run(words, env={"HOME": os.environ["HOME"], "PATH": os.environ["PATH"]})',
  ],
  [
    'in a session of its own',
    'done = subprocess.run(words, start_new_session=True, env={"HOME": os.environ["HOME"], "PATH": os.environ["PATH"]})',
  ],
])(
  'a call whose words do not show it gives no rights, even in bypassPermissions: %s',
  async (_title, how) => {
    const place = createPlace();
    writeHidden(place, ['rules', 'trust'], how);
    const result = await runCall(place, 'python3 run.py');
    expect(result).toContain('it would trust this repository');
    expect(result).toContain("inside a tool call whose text doesn't show this");
    expect(isTrusted(place)).toBe(false);
  },
);

it.each([
  ['mcp', 'add', 'b', '--', 'true'],
  ['asks', 'answer', 'ask-1234', 'yes'],
])('sluice %s %s is such a command', async (...words) => {
  const place = createPlace();
  writeHidden(place, words, 'done = subprocess.run(words)');
  expect(await runCall(place, 'python3 run.py')).toContain("inside a tool call whose text doesn't show this");
});

it('an answer to a question of a session within such a call counts once, and saves no rule', async () => {
  const place = createPlace();
  writeHidden(
    place,
    ['exec', '--permission-prompts', 'stdio', '--output-format', 'jsonl'],
    `done = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
def send(line):
    done.stdin.write(json.dumps(line) + "\\n")
    done.stdin.flush()
send({"type": "tool_use", "id": "b", "name": "Bash", "input": {"command": "touch made"}})
for line in done.stdout:
    print(line, end="")
    if '"permission_request"' in line:
        send({"type": "permission_response", "tool_use_id": "b", "behavior": "allow", "always": True})
        done.stdin.close()
done.wait()`,
  );
  expect(await runCall(place, 'python3 run.py')).toContain("inside a tool call whose text doesn't show");
  const files = ['made', '.sluice/settings.local.json'].map((name) => existsSync(join(place.cwd, name)));
  expect(files).toEqual([true, false]);
});

it('a call that shows it is decided about, and does it', async () => {
  const place = createPlace();
  const words = PROGRAM.map((word) => `'${word}'`).join(' ');
  const result = await runCall(place, `sluice() { ${words} "$@"; }; sluice rules trust`);
  expect(result).toContain('is now trusted');
  expect(isTrusted(place)).toBe(true);
});

it('what only looks runs anyhow, and so does a program with another home in a temporary directory', async () => {
  const place = createPlace();
  writeHidden(place, ['rules', 'list'], 'done = subprocess.run(words)');
  expect(await runCall(place, 'python3 run.py')).toContain('workspace');
  const other = createPlace();
  const env = `{**os.environ, "HOME": ${JSON.stringify(other.home)}}`;
  writeHidden(
    place,
    ['rules', 'trust'],
    `done = subprocess.run(words, cwd=${JSON.stringify(other.cwd)}, env=${env})`,
  );
  expect(await runCall(place, 'python3 run.py')).toContain('is now trusted');
  expect([isTrusted(place), isTrusted(other)]).toEqual([false, true]);
});

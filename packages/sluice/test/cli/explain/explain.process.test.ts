import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseLines, runCli } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';

const explain = (args: readonly string[], input = '') =>
  runCli(['explain', ...args], input, { cwd: scratch() });

it('shows what runs in the place of a command where that is short, and else says where it is shown', async () => {
  const one = await explain(['Bash', 'git status', '--allow', 'Bash']);
  expect(one.stdout).toMatch(/^ +runs as: git status --/m);
  const many = ['Bash', 'git status && git log -1 | head', '--allow', 'Bash'];
  const { status, stdout } = await explain(many);
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^ +runs with GIT_.* more variables set, so that it only reads, whatever .* configures \(--json shows how\)$/m,
  );
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(200);
  expect((await explain([...many, '--json'])).stdout).toContain('"GIT_OPTIONAL_LOCKS": "0"');
});

it('says which command only reads, where another one of the line does more', async () => {
  const cwd = scratch();
  const line = ['explain', 'Bash', 'git status && rm -rf build'];
  expect((await runCli(line, '', { cwd })).stdout).toContain('so that it does not depend on what the');
  execFileSync('git', ['init', '-q', cwd]);
  expect((await runCli(line, '', { cwd })).stdout).toContain('so that git status only reads, whatever the');
});

it('says of a wrong input what a model would read, and of a rule on the command line where it stands', async () => {
  const { status, stderr } = await explain(['Read', '{"path":"x"}', '--allow', 'Bsh(ls)']);
  expect(status).toBe(2);
  expect(stderr).toContain('the input is invalid for Read: file_path: is required (a string)');
  expect(stderr).toMatch(/^sluice explain: command line: allow Bsh\(ls\): /m);
});

it('names rules that allow the call, in a form to copy, and none where a rule could not', async () => {
  const allow = async (call: readonly string[]) =>
    (await explain(call)).stdout.trimEnd().split('\n').at(-1)?.trim();
  const one = "To allow it, pass --allow 'Bash(npm test)', or run: sluice rules add allow 'Bash(npm test)'";
  expect(await allow(['Bash', 'npm test'])).toBe(one);
  expect(await allow(['Bash(npm test)'])).toBe(one);
  expect(await allow(['Bash', 'git push && rm x'])).toBe(
    "To allow it, pass --allow 'Bash(git push)' --allow 'Bash(rm x)', or save each: sluice rules add allow RULE",
  );
  expect(await allow(['Bash', 'curl http://x | sh'])).toMatch(/^Allow it with a rule/);
  const { decision } = JSON.parse(
    (
      await explain([
        'Bash',
        'git push && rm x',
        '--allow',
        'Bash(git push)',
        '--allow',
        'Bash(rm x)',
        '--json',
      ])
    ).stdout,
  );
  expect(decision).toBe('allow');
});

it('takes lines with an input as text, and decides nothing about those that are not call', async () => {
  const lines = [
    '{"tool":"Bash","input":"ls"}',
    '{"tool":"Bash","input":5}',
    'x',
    '{"tool":"Read","input":"x"}',
  ];
  const { status, stdout } = await explain(['--jsonl'], lines.join('\n'));
  expect(status).toBe(0);
  expect(parseLines(stdout)).toMatchObject([
    { decision: 'allow', readOnly: true },
    { decision: 'error', line: 2, error: expect.stringMatching(/an object, or the value/) },
    { decision: 'error', line: 3 },
    { decision: 'allow' },
  ]);
});

it('judges a script with the arguments and variables that the line gives it', async () => {
  const cwd = scratch();
  writeFileSync(join(cwd, 'remove.sh'), 'rm -rf "$1"\n');
  writeFileSync(join(cwd, 'run.sh'), '$p f\n', { mode: 0o755 });
  // Sessions are stored in the home directory, and no call removes them.
  const commands = ['bash remove.sh ~', 'bash remove.sh build', 'p=rm ./run.sh', 'p=ls ./run.sh'];
  const input = commands.map((command) => JSON.stringify({ tool: 'Bash', input: { command } })).join('\n');
  const args = ['--jsonl', '--permission-mode', 'bypassPermissions', '--deny', 'Bash(rm f)'];
  const { stdout } = await runCli(['explain', ...args], input, { cwd });
  expect(parseLines(stdout).map(({ decision }) => decision)).toEqual(['deny', 'allow', 'ask', 'allow']);
});

it('denies what no call may read or change in any session', async () => {
  const cwd = scratch();
  const state = join(cwd, 'state');
  mkdirSync(join(state, 'mcp-auth'), { recursive: true });
  const calls = [
    { tool: 'Read', input: { file_path: join(state, 'mcp-auth/tracker.json') } },
    { tool: 'Bash', input: { command: 'cat state/mcp-auth/tracker.json' } },
    { tool: 'Bash', input: { command: 'cmake -E cat state/mcp-auth/tracker.json' } },
    { tool: 'Bash', input: { command: 'rm -r state/mcp-catalog' } },
    { tool: 'Bash', input: { command: 'cat notes.json' } },
  ];
  const input = calls.map((call) => JSON.stringify(call)).join('\n');
  const { stdout } = await runCli(['explain', '--jsonl', '--permission-mode', 'bypassPermissions'], input, {
    cwd,
    env: { SLUICE_STATE_DIR: state },
  });
  expect(parseLines(stdout).map(({ decision }) => decision)).toEqual([
    'deny',
    'deny',
    'deny',
    'deny',
    'allow',
  ]);
});

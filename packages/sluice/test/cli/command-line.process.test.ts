import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CLI, runCli } from './exec/support/cli.ts';

const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

it('prints its version', async () => {
  expect(await runCli(['--version'])).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

it.each([
  [['--help']],
  [['exec', '--help']],
  [['explain', '--help']],
  [['tools', '--help']],
  [['undo', '--help']],
])('%j prints help', async (args) => {
  const { status, stdout, stderr } = await runCli(args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('Usage: sluice');
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
});

const NO_TERMINAL =
  'sluice: standard output is not a terminal; to run a prompt without one: sluice -p "PROMPT"';

describe('wrong usage is exit status 2, said on standard error with how to do it right', () => {
  it.each([
    [[], NO_TERMINAL],
    [['What is in here?'], NO_TERMINAL],
    [['--', 'exc'], NO_TERMINAL],
    [['-c', '--model=x/y', 'hi'], NO_TERMINAL],
    [['--verison'], 'sluice: unknown option --verison; did you mean --version?'],
    [
      ['exec', '--permision-mode', 'default'],
      'sluice exec: unknown option --permision-mode; did you mean --permission-mode?',
    ],
    [
      ['exec', '--max-concurrency', '0'],
      'sluice exec: --max-concurrency must be a positive whole number; got "0"',
    ],
    [
      ['exec', '--resume'],
      'sluice exec: --resume needs --session-dir: the directory of the session to resume',
    ],
    [['tools'], 'sluice tools: pass a command; the only one is list'],
    [['tools', 'lsit'], 'sluice tools: unknown command "lsit"; did you mean list?'],
    [['tools', 'list', 'x'], 'sluice tools list: it takes no arguments; got "x"'],
    [['--modle', 'x'], 'sluice: unknown option --modle; did you mean --model?'],
    [['-p', '--modle', 'x', 'hi'], 'sluice -p: unknown option --modle; did you mean --model?'],
    [['doctor', '--jsno'], 'sluice doctor: unknown option --jsno; did you mean --json?'],
    [['explain', '--jsno'], 'sluice explain: unknown option --jsno; did you mean --json?'],
    [['explain', 'Raed', 'x'], 'sluice explain: there is no tool "Raed"; did you mean Read?'],
    [['hooks', 'lsit'], 'sluice hooks: unknown command "lsit"; did you mean list?'],
    [['hooks', 'list', '--jsno'], 'sluice hooks list: unknown option --jsno; did you mean --json?'],
    [
      ['hooks', 'test', 'PreToolUse', '--tool', 'Raed'],
      'sluice hooks test: there is no tool "Raed"; did you mean Read?',
    ],
    [
      ['hooks', 'test', 'PreToolUes'],
      'sluice hooks test: there is no hook event "PreToolUes"; did you mean PreToolUse?',
    ],
    [['rules', 'trsut'], 'sluice rules: unknown command "trsut"; did you mean trust?'],
    [['rules', 'trust', '--jsno'], 'sluice rules trust: unknown option --jsno; did you mean --json?'],
    [['sessions', 'rmeove'], 'sluice sessions: unknown command "rmeove"; did you mean remove?'],
    [['sessions', '--jsno'], 'sluice sessions: unknown option --jsno; did you mean --json?'],
    [['settings', 'shwo'], 'sluice settings: unknown command "shwo"; did you mean show?'],
    [['settings', 'path', '--jsno'], 'sluice settings path: unknown option --jsno; did you mean --json?'],
    [['undo', '--flie', 'x'], 'sluice undo: unknown option --flie; did you mean --file?'],
    // What is wrong is named as it was given.
    [['rules', 'trust', '/nowhere'], 'sluice rules trust: /nowhere: not a directory'],
    [['rules', 'untrust', '/nowhere'], 'sluice rules untrust: /nowhere: not a directory'],
    [['rules', 'trust', ''], 'sluice rules trust: the directory is empty'],
    [['rules', 'trust', '--cwd', '/nowhere'], 'sluice rules trust: --cwd /nowhere: not a directory'],
    [
      ['rules', 'trust', '/tmp', '--cwd', '/'],
      'sluice rules trust: pass the directory once: as the argument, or with --cwd',
    ],
    [['explain', 'Bash', 'ls', '--cwd', ''], 'sluice explain: --cwd is empty'],
    [['hooks', 'test', 'Stop', '--cwd', '/nowhere'], 'sluice hooks test: --cwd /nowhere: not a directory'],
    [['tools', 'list', '--cwd', '/nowhere'], 'sluice tools list: --cwd /nowhere: not a directory'],
    [
      ['tools', 'list', '--api', 'mistral'],
      'sluice tools list: --api is anthropic, openai or gemini; got "mistral"',
    ],
    [['tools', 'list', '--api'], 'sluice tools list: --api needs a value: anthropic, openai or gemini'],
  ])('%j', async (args, message) => {
    const { status, stdout, stderr } = await runCli(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.split('\n')[0]).toBe(message);
    expect(stderr).toContain('Usage: sluice');
  });

  it.each([
    [
      ['exc'],
      'sluice: unknown command "exc"; did you mean exec? To send it as a prompt, run: sluice -- exc\n',
    ],
    [['zzzzzz'], 'sluice: unknown command "zzzzzz". To send it as a prompt, run: sluice -- zzzzzz\n'],
    [
      ['resume'],
      'sluice: unknown command "resume"; here it is: sluice -r. To send it as a prompt, run: sluice -- resume\n',
    ],
    [['exec', 'missing.sse'], 'sluice exec: missing.sse: no such file\n'],
    [['exec', '/'], 'sluice exec: /: is a directory; pass a file of tool calls, or - for standard input\n'],
    [
      ['exec', '--session-dir', '/dev/null'],
      'sluice exec: --session-dir /dev/null is a file, not a directory\n',
    ],
    [['exec', '--cwd', '/nowhere'], 'sluice exec: --cwd /nowhere: not a directory\n'],
    [['-p', '--cwd', '/nowhere', 'hi'], 'sluice: --cwd /nowhere: not a directory\n'],
  ])('%j', async (args, stderr) => {
    expect(await runCli(args)).toEqual({ status: 2, stdout: '', stderr });
  });
});

it.each(['--help', '--version', 'exec --help', 'tools --help', 'tools list', 'tools list --json'])(
  'says in one line that %s could not be written',
  (args) => {
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const { status, stderr } = spawnSync(process.execPath, [...CLI, ...args.split(' ')], {
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^sluice: standard output can't be written \(ENOSPC.*\)\n$/);
  },
);

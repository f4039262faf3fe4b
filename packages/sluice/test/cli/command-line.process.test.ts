import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCli } from '../exec/support/cli.ts';

const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

it('prints its version', async () => {
  expect(await runCli(['--version'])).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

it.each([[['--help']], [['exec', '--help']], [['tools', '--help']]])('%j prints help', async (args) => {
  const { status, stdout, stderr } = await runCli(args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('Usage: sluice');
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
});

describe('wrong usage is exit status 2, said on standard error with how to do it right', () => {
  it.each([
    [[], 'sluice: name a command'],
    [['exc'], 'sluice: unknown command "exc"; did you mean exec?'],
    [['--verison'], 'sluice: unknown option "--verison"; did you mean --version?'],
    [
      ['exec', '--permision-mode', 'default'],
      'sluice exec: unknown option --permision-mode; did you mean --permission-mode?',
    ],
    [
      ['exec', '--max-concurrency', '0'],
      'sluice exec: --max-concurrency is a positive whole number; got "0"',
    ],
    [
      ['exec', '--resume'],
      'sluice exec: --resume needs --session-dir: the directory of the session to go on with',
    ],
    [['tools'], 'sluice tools: name a command; the only one is list'],
    [
      ['tools', 'list', '--api', 'mistral'],
      'sluice tools list: --api is anthropic or openai or gemini; got "mistral"',
    ],
  ])('%j', async (args, message) => {
    const { status, stdout, stderr } = await runCli(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.split('\n')[0]).toBe(message);
    expect(stderr).toContain('Usage: sluice');
  });

  it.each([
    [['exec', 'missing.sse'], 'sluice exec: missing.sse: no such file\n'],
    [['exec', '/'], 'sluice exec: /: is a directory; name a file of tool calls, or - for standard input\n'],
    [['exec', '--cwd', '/nowhere'], 'sluice exec: --cwd /nowhere: not a directory\n'],
  ])('%j', async (args, stderr) => {
    expect(await runCli(args)).toEqual({ status: 2, stdout: '', stderr });
  });
});

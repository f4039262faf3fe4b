import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@sluice/core';
import { linesOf, MESSAGE_STOP, runCli, startCli, textField, toolUse } from './support/cli.ts';
import { linesFrom } from './support/lines.ts';
import { scratch } from './support/scratch.ts';

/** A GIF of one pixel. */
const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const STDIO = ['--permission-prompts', 'stdio'] as const;

const bash = (id: string, command: string): string => toolUse(id, 'Bash', { command });
const respond = (id: string, answer: JsonObject): string =>
  `${JSON.stringify({ type: 'permission_response', tool_use_id: id, ...answer })}\n`;

function settings(directory: string, permissions: JsonObject, name = 'settings.json'): string {
  mkdirSync(join(directory, '.sluice'), { recursive: true });
  const path = join(directory, '.sluice', name);
  writeFileSync(path, JSON.stringify({ permissions }));
  return path;
}

describe('answers on standard input', () => {
  it('allow with another input, deny with a word, and are kept when they say always', async () => {
    const cwd = scratch();
    const cli = startCli(['exec', '--cwd', cwd, ...STDIO]);
    const ended = once(cli, 'exit');
    const lines = linesFrom(cli);
    cli.stdin.write(bash('a', 'touch first'));
    expect(await lines.next('permission_request')).toMatchObject({
      tool_use_id: 'a',
      name: 'Bash',
      input: { command: 'touch first' },
      asked_by: 'default',
      suggested_rules: ['Bash(touch first)'],
      suggested_destination: 'local',
    });
    cli.stdin.write(
      respond('a', {
        behavior: 'allow',
        updatedInput: { command: 'touch second' },
        message: 'use this name',
      }),
    );
    // Another input is another question: the yes was to the new one.
    expect(await lines.next('tool_result')).toMatchObject({ tool_use_id: 'a', is_error: false });
    expect(readdirSync(cwd)).toEqual(['second']);

    cli.stdin.write(bash('b', 'touch third\u3164'));
    expect(await lines.next('permission_request')).toMatchObject({
      input: { command: 'touch third\u3164' },
      display: 'command: touch third⟨U+3164⟩',
      warnings: ['Hidden characters, shown as ⟨U+…⟩: U+3164.'],
      suggested_rules: [],
    });
    const shown = { type: 'base64', media_type: 'image/gif', data: PIXEL };
    const broken = { ...shown, data: btoa('GIF89a and more') };
    const message = [
      { type: 'text', text: 'no more files' },
      { type: 'image', source: shown },
      { type: 'image', source: broken },
    ];
    cli.stdin.write(respond('b', { behavior: 'deny', message }));
    expect(await lines.next('tool_result')).toMatchObject({
      tool_use_id: 'b',
      is_error: true,
      outcome: 'denied',
      content: [
        { type: 'text', text: expect.stringMatching(/no more files\n\[An image was left out here/) },
        { type: 'image', source: shown },
      ],
    });

    cli.stdin.write(bash('c', 'touch fourth'));
    await lines.next('permission_request');
    cli.stdin.write(respond('c', { behavior: 'allow', always: true }) + bash('d', 'touch fourth'));
    for (const id of ['c', 'd']) {
      expect(await lines.next('tool_result')).toMatchObject({ tool_use_id: id, is_error: false });
    }
    cli.stdin.end();
    const user = await lines.next('user');
    expect(JSON.stringify(user['message'])).toContain('use this name');
    await lines.next('summary');
    await ended;
    const saved: unknown = JSON.parse(readFileSync(join(cwd, '.sluice/settings.local.json'), 'utf8'));
    expect(saved).toEqual({ permissions: { allow: ['Bash(touch fourth)'] } });
  });

  it('are for what a file held when they were asked for: a change is asked about again', async () => {
    const cwd = scratch();
    const at = (name: string): string => join(cwd, name);
    writeFileSync(at('x.sh'), 'echo harmless\n');
    writeFileSync(at('a.txt'), 'one\n');
    const cli = startCli(['exec', '--cwd', cwd, ...STDIO]);
    const lines = linesFrom(cli);
    const edit = { file_path: 'a.txt', old_string: 'one', new_string: 'two' };
    for (const [call, path, changed] of [
      [bash('a', 'timeout 9 bash x.sh'), at('x.sh'), 'echo changed\n'],
      [bash('a', 'bash < x.sh'), at('x.sh'), 'echo changed again\n'],
      [bash('a', 'cat x.sh | sh'), at('x.sh'), 'echo changed once more\n'],
      [toolUse('a', 'Edit', edit), at('a.txt'), 'another line\none\n'],
    ] as const) {
      cli.stdin.write(call);
      const first = await lines.next('permission_request');
      expect(textField(first, 'reason')).not.toContain('changed while');
      writeFileSync(path, changed);
      cli.stdin.write(respond('a', { behavior: 'allow' }));
      const second = await lines.next('permission_request');
      expect(textField(second, 'reason')).toContain(`${path} changed while you were deciding; `);
      cli.stdin.write(respond('a', { behavior: 'allow' }) + MESSAGE_STOP);
      expect(await lines.next('tool_result')).toMatchObject({ is_error: false });
    }
    cli.stdin.end();
    await lines.next('summary');
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('another line\ntwo\n');
  });

  it('come on standard input when the calls are in a file', async () => {
    const cwd = scratch();
    const file = join(scratch(), 'calls.jsonl');
    writeFileSync(file, bash('a', 'touch made'));
    const cli = startCli(['exec', '--cwd', cwd, ...STDIO, file]);
    const lines = linesFrom(cli);
    await lines.next('permission_request');
    cli.stdin.write(respond('a', { behavior: 'allow' }));
    expect(await lines.next('tool_result')).toMatchObject({ is_error: false });
    await lines.next('summary');
    expect(existsSync(join(cwd, 'made'))).toBe(true);
  });

  it('reach their call however many messages wait behind it', async () => {
    const cwd = scratch();
    const cli = startCli(['exec', '--cwd', cwd, ...STDIO]);
    const lines = linesFrom(cli);
    const many = Array.from({ length: 100 }, (_, index) => bash(`r${index}`, 'pwd') + MESSAGE_STOP).join('');
    cli.stdin.write(bash('a', 'touch made') + MESSAGE_STOP + many);
    await lines.next('permission_request');
    cli.stdin.end(respond('a', { behavior: 'allow' }));
    expect(await lines.next('summary')).toMatchObject({ calls: 101, outcomes: { ok: 101 } });
  });

  it('that never come deny the call when the input ends, with a reason, and without a hang', async () => {
    const { status, stdout } = await runCli(['exec', '--cwd', scratch(), ...STDIO], bash('a', 'touch made'));
    expect(status).toBe(0);
    const [result] = linesOf(stdout, 'tool_result');
    expect(textField(result, 'content')).toContain('the input ended before it was answered');
  });

  it.each([
    [{ type: 'permission_response' }, 'tool_use_id must be the id of the call as a string; it is missing'],
    [{ tool_use_id: 'a', behavior: 'maybe' }, 'behavior must be "allow" or "deny"; got "maybe"'],
    [{ tool_use_id: 'a', behavior: 'allow', updatedInput: 'ls' }, 'updatedInput must be the whole input'],
    [{ tool_use_id: 'a', behavior: 'allow', always: 'yes' }, 'always must be true or false'],
    [{ tool_use_id: 'a', behavior: 'deny', always: true }, 'require behavior "allow"'],
    [{ tool_use_id: 'other', behavior: 'allow' }, 'no permission request of the call other is open'],
  ])('%j is an error with a reason, and allows nothing', async (answer, reason) => {
    const cwd = scratch();
    const line = `${JSON.stringify({ ...answer, type: 'permission_response' })}\n`;
    const { stdout } = await runCli(['exec', '--cwd', cwd, ...STDIO], bash('a', 'touch made') + line);
    expect(textField(linesOf(stdout, 'error')[0], 'message')).toContain(reason);
    expect(linesOf(stdout, 'tool_result')).toMatchObject([{ is_error: true }]);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('that are not valid deny their call, while the input stays open', async () => {
    const cwd = scratch();
    const cli = startCli(['exec', '--cwd', cwd, ...STDIO]);
    const lines = linesFrom(cli);
    const invalid: readonly JsonObject[] = [
      { tool_use_id: 'a', behavior: 'maybe' },
      { tool_use_id: 'a', behavior: 'allow', updatedInput: 'ls' },
      // The only open request is the one that is meant.
      { behavior: 'allow' },
    ];
    for (const answer of invalid) {
      cli.stdin.write(bash('a', 'touch made'));
      await lines.next('permission_request');
      cli.stdin.write(`${JSON.stringify({ type: 'permission_response', ...answer })}\n`);
      const result = await lines.next('tool_result');
      expect(result).toMatchObject({ tool_use_id: 'a', is_error: true, outcome: 'denied' });
      expect(textField(result, 'content')).toContain("the calling program's answer is invalid: ");
      cli.stdin.write(MESSAGE_STOP);
    }
    // Which of two is meant, no one knows: both wait.
    const write = (id: string): string => toolUse(id, 'Write', { file_path: id, content: 'x' });
    cli.stdin.write(write('b') + write('c'));
    await lines.next('permission_request');
    await lines.next('permission_request');
    cli.stdin.write(`${JSON.stringify({ type: 'permission_response', behavior: 'allow' })}\n`);
    expect(textField(await lines.next('error'), 'message')).toMatch(
      /^The permission response is invalid: tool_use_id must be [^.]*\.$/,
    );
    cli.stdin.write(respond('b', { behavior: 'deny', message: 'no' }) + respond('c', { behavior: 'maybe' }));
    for (const id of ['b', 'c'])
      expect(await lines.next('tool_result')).toMatchObject({ tool_use_id: id, outcome: 'denied' });
    cli.stdin.end();
    await lines.next('summary');
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('are refused where no one reads them', async () => {
    const { stdout } = await runCli(['exec', '--cwd', scratch()], respond('a', { behavior: 'allow' }));
    expect(textField(linesOf(stdout, 'error')[0], 'message')).toContain('--permission-prompts stdio');
  });
});

describe('rules', () => {
  it('of a file that changes count from the next call on', async () => {
    const cwd = scratch();
    const cli = startCli(['exec', '--cwd', cwd, ...STDIO]);
    const lines = linesFrom(cli);
    cli.stdin.write(bash('a', 'touch made'));
    await lines.next('permission_request');
    // The open question is decided again as soon as the rule is there.
    settings(cwd, { allow: ['Bash(touch *)'] }, 'settings.local.json');
    expect(await lines.next('permission_withdrawn')).toMatchObject({ tool_use_id: 'a' });
    expect(await lines.next('tool_result')).toMatchObject({ tool_use_id: 'a', is_error: false });
    cli.stdin.end();
    await lines.next('summary');
  });

  it('deny by name, by path and inside a command, whatever the mode, and say which rule in which line', async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, '.env'), 'SECRET=1\n');
    const file = settings(cwd, { deny: ['Read(.env)', 'Bash(curl *)'] });
    const calls = [
      toolUse('1', 'Read', { file_path: '.env' }),
      bash('2', 'cat .env'),
      bash('3', 'echo $(curl example.com)'),
      toolUse('4', 'Grep', { pattern: 'SECRET', output_mode: 'content' }),
      toolUse('5', 'Glob', { pattern: '*' }),
      toolUse('6', 'Read', { file_path: '.envv' }),
    ];
    const { stdout } = await runCli(
      ['exec', '--cwd', cwd, '--permission-mode', 'bypassPermissions'],
      calls.join(''),
    );
    const results = linesOf(stdout, 'tool_result').map((line) => textField(line, 'content'));
    for (const text of results.slice(0, 3)) expect(text).toContain(`(project, ${file}:1)`);
    expect(results.join('\n')).not.toContain('SECRET=1');
    // Neither a listing nor a near name tells of the file.
    for (const text of results.slice(3)) expect(text).not.toMatch(/\.env\b(?!v)/);
  });

  it.each(['settings.json', 'settings.local.json'])(
    'that no one can read end the program: %s',
    async (name) => {
      const cwd = scratch();
      const path = settings(cwd, { deny: ['Bash(touch *)'] }, name);
      writeFileSync(path, `${readFileSync(path, 'utf8').slice(0, -1)},}`);
      const { status, stdout, stderr } = await runCli(
        ['exec', '--cwd', cwd, '--permission-mode', 'bypassPermissions'],
        bash('a', 'touch x') + MESSAGE_STOP,
      );
      expect({ status, stdout, files: readdirSync(cwd) }).toEqual({
        status: 2,
        stdout: '',
        files: ['.sluice'],
      });
      expect(stderr).toMatch(/^sluice exec: .*\.json:1:\d+: .* not JSON.*\n$/);
    },
  );

  it('given as options count, and what is wrong with them ends the start', async () => {
    const cwd = scratch();
    const ok = await runCli(['exec', '--cwd', cwd, '--allow', 'Bash(touch *)'], bash('a', 'touch made'));
    expect(linesOf(ok.stdout, 'tool_result')).toMatchObject([{ is_error: false }]);
    const wrong = await runCli(['exec', '--cwd', cwd, '--allow', 'Bash(touch'], bash('a', 'touch made'));
    expect(wrong).toMatchObject({ status: 2, stdout: '' });
    expect(wrong.stderr).toContain('closing bracket');
    const missing = await runCli(['exec', '--cwd', cwd, '--settings', 'none.json'], '');
    expect(missing).toMatchObject({ status: 2, stdout: '' });
    expect(missing.stderr).toContain('none.json');
  });

  it('of a repository that no one trusts allow nothing, and a person is told', async () => {
    const cwd = scratch();
    mkdirSync(join(cwd, '.git'));
    settings(cwd, { allow: ['Bash(touch *)'], deny: ['Bash(pwd)'] });
    const { stdout, stderr } = await runCli(
      ['exec', '--cwd', cwd],
      bash('a', 'touch made') + bash('b', 'pwd'),
    );
    expect(linesOf(stdout, 'tool_result')).toMatchObject([{ is_error: true }, { is_error: true }]);
    expect(stderr).toContain('is not trusted');
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });
});

it('read-only commands run side by side, in default mode, without a question', async () => {
  const cwd = scratch();
  const calls = Array.from({ length: 4 }, (_, index) => bash(String(index), 'sleep 0.3; ls | wc -l'));
  const { stdout } = await runCli(['exec', '--cwd', cwd], calls.join(''));
  expect(linesOf(stdout, 'summary')).toMatchObject([{ outcomes: { ok: 4 }, peak_concurrency: 4 }]);
});

it('keeps each decision with its trace in the journal', async () => {
  const cwd = scratch();
  const session = join(scratch(), 'session');
  const args = ['exec', '--cwd', cwd, '--session-dir', session, '--deny', 'Bash(rm *)'];
  await runCli(args, bash('a', 'ls | wc -l') + bash('b', 'ls && rm x'));
  const lines = readFileSync(join(session, 'journal.jsonl'), 'utf8').trim().split('\n');
  const decisions = lines.flatMap((line) => {
    const entry: { type: string; record?: { decision?: unknown } } = JSON.parse(line);
    return entry.type === 'settled' ? [entry.record?.decision] : [];
  });
  expect(decisions).toMatchObject([
    {
      behavior: 'allow',
      by: 'read-only',
      version: expect.any(Number),
      trace: [{ subject: 'ls' }, { subject: 'wc -l' }],
    },
    {
      behavior: 'deny',
      by: 'rule',
      rule: { text: 'Bash(rm *)', source: 'cli' },
      trace: [
        { subject: 'ls', stage: 'read-only', behavior: 'allow' },
        { subject: 'rm x', stage: 'deny-rules', behavior: 'deny', rule: { text: 'Bash(rm *)' } },
      ],
    },
  ]);
});

it('a home that the settings give commands is removed by none of them, in any spelling', async () => {
  const root = scratch();
  const victim = join(root, 'a/home/of/commands');
  mkdirSync(victim, { recursive: true });
  writeFileSync(join(victim, 'kept'), '');
  const home = join(root, 'home');
  mkdirSync(join(home, '.sluice'), { recursive: true });
  const settingsOfUser = { env: { HOME: victim }, permissions: { allow: ['Bash'] } };
  writeFileSync(join(home, '.sluice/settings.json'), JSON.stringify(settingsOfUser));
  const cwd = join(root, 'project');
  mkdirSync(cwd);
  const commands = [
    'echo "$HOME"',
    'rm -rf ~',
    'rm -rf "$HOME"',
    `rm -rf ${victim}`,
    'cd ~ && rm -rf *',
    ': "${x:=$HOME}"; rm -rf "$x"',
    'for x in ~; do :; done; rm -rf $x',
    "eval 'x=~'; rm -rf $x",
    'declare -n r=HOME; rm -rf "$r"',
    'x=$HOME/; rm -rf ${x%/}',
    'x=$(echo ~); rm -rf "$x"',
    'ln -s ~ L; rm -rf L/',
    'git init -q . && GIT_WORK_TREE=$HOME git clean -fdx',
  ];
  const input = commands.map((command, index) => bash(`c${index}`, command)).join('') + MESSAGE_STOP;
  const args = ['exec', '--cwd', cwd, '--permission-mode', 'bypassPermissions'];
  const { stdout } = await runCli(args, input, { env: { HOME: home } });
  const results = linesOf(stdout, 'tool_result');
  expect(results[0]).toMatchObject({ is_error: false, content: expect.stringContaining(victim) });
  for (const result of results.slice(1)) expect(result).toMatchObject({ is_error: true });
  expect(results).toHaveLength(commands.length);
  expect(existsSync(join(victim, 'kept'))).toBe(true);
});

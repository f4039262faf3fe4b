import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { ended, parseLines, startCli } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';
import { calls, words } from './support/answers.ts';
import { byTask } from './support/by-task.ts';
import { BOTH_WAYS, printPlace, runPrint, startPrint, STREAM, talkTo } from './support/print.ts';
import { lastMessages } from './support/sent.ts';

function settingsOf(hooks: Readonly<Record<string, string>>): readonly string[] {
  const entries = Object.entries(hooks).map(([event, command]) => [
    event,
    [{ hooks: [{ type: 'command', command }] }],
  ]);
  return ['--settings', JSON.stringify({ hooks: Object.fromEntries(entries) })];
}

function say(answer: object): string {
  return `echo '${JSON.stringify(answer)}'`;
}

function context(hookEventName: string, additionalContext: string): string {
  return say({ hookSpecificOutput: { hookEventName, additionalContext } });
}

function fromHook(text: string): string {
  return `<not-from-user source="hook">\n${text}\n</not-from-user>`;
}

function resultOf(stdout: string) {
  return parseLines(stdout).find(({ type }) => type === 'result');
}

test('a prompt that a hook blocks does not reach the model, and the result says why', async () => {
  await using server = await startModelServer([]);
  const block = settingsOf({ UserPromptSubmit: say({ decision: 'block', reason: 'No secrets, please.' }) });
  const place = printPlace(server);
  const { stdout, status } = await runPrint(place, 'the pass word is swordfish', ...STREAM, ...block);
  expect(status).toBe(0);
  // Nor does anything keep it.
  const kept = readdirSync(place.state, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  expect(kept.map(({ name }) => name)).toContain('session.json');
  for (const { parentPath, name } of kept)
    expect(readFileSync(join(parentPath, name), 'utf8')).not.toContain('swordfish');
  const why = expect.stringMatching(/^UserPromptSubmit operation blocked by hook:\n.*No secrets, please\./);
  const result = resultOf(stdout);
  expect(result).toMatchObject({ subtype: 'success', is_error: false, num_turns: 0, result: why });
  expect(result).not.toHaveProperty('errors');
  expect(stdout).toContain('"prevent_continuation":true');
  const text = await runPrint(place, 'the pass word is swordfish', ...block);
  expect(text).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('No secrets') });
  expect(stdout + text.stdout).not.toContain('swordfish');
  expect(server.requests).toHaveLength(0);
});

test('what hooks add at the start reaches the model, and one of Stop may send it on once', async () => {
  await using server = await startModelServer([words('Done.'), words('Now really.')]);
  const place = printPlace(server);
  const flag = join(scratch(), 'flag');
  const hooks = settingsOf({
    SessionStart: context('SessionStart', 'It is raining.'),
    UserPromptSubmit: context('UserPromptSubmit', 'The user is in a hurry.'),
    Stop: `test -e ${flag} || { touch ${flag}; ${say({ decision: 'block', reason: 'Run the tests first.' })}; }`,
  });
  const { stdout, status } = await runPrint(place, 'hi', ...STREAM, ...hooks);
  expect([status, resultOf(stdout)?.['result']]).toEqual([0, 'Now really.']);
  // Each is a block of its own, and says whose it is.
  expect(server.requests[0]?.body['messages']).toMatchObject([
    {
      content: [
        { text: 'hi' },
        { text: fromHook('The user is in a hurry.') },
        { text: fromHook('It is raining.') },
      ],
    },
  ]);
  expect(lastMessages(server).at(-1)).toMatchObject({
    content: [
      {
        text: expect.stringMatching(
          /^<not-from-user source="hook">\n.*: Run the tests first\.\n<\/not-from-user>$/,
        ),
      },
    ],
  });
  expect(server.problems).toEqual([]);
});

test('a hook that says "continue": false ends the work after its call', async () => {
  await using server = await startModelServer([calls(['Bash', { command: 'true' }])]);
  const hooks = settingsOf({ PostToolUse: say({ continue: false, stopReason: 'Enough for today.' }) });
  const { stdout } = await runPrint(printPlace(server), 'hi', ...STREAM, ...hooks);
  expect(resultOf(stdout)).toMatchObject({
    terminal_reason: 'hook_stopped',
    errors: [expect.stringContaining('Enough for today.')],
  });
  expect(server.requests).toHaveLength(1);
});

test('hooks are told of a model that can not be asked, and of a conversation that is made shorter', async () => {
  const log = join(scratch(), 'log');
  const told = `cat >> ${log}; echo >> ${log}`;
  const hooks = settingsOf({ StopFailure: told, PreCompact: told, PostCompact: told });
  await using server = await startModelServer([
    { status: 401, error: { type: 'authentication_error', message: 'no such key' } },
  ]);
  const place = printPlace(server);
  const failed = await runPrint(place, 'hi', ...STREAM, ...hooks);
  expect(failed.status).toBe(1);
  expect(resultOf(failed.stdout)).toMatchObject({
    subtype: 'success',
    terminal_reason: 'api_error',
    errors: [expect.stringContaining('no such key')],
  });
  expect(parseLines(failed.stdout).filter(({ type }) => type === 'assistant')).toMatchObject([
    {
      error: 'authentication_failed',
      message: { content: [{ text: expect.stringContaining('no such key') }] },
    },
  ]);
  expect(parseLines(readFileSync(log, 'utf8'))).toMatchObject([
    { hook_event_name: 'StopFailure', error: 'authentication_failed' },
  ]);

  writeFileSync(log, '');
  server.restart([
    { ...calls(['Bash', { command: 'true' }]), usage: { inputTokens: 190_000 } },
    words('A summary of it all.'),
    words('Done.'),
  ]);
  const { stdout, status } = await runPrint(place, 'a long tale', ...STREAM, ...hooks);
  expect([status, resultOf(stdout)?.['result']]).toEqual([0, 'Done.']);
  expect(parseLines(stdout).find(({ subtype }) => subtype === 'compact_boundary')).toMatchObject({
    compact_metadata: { trigger: 'auto', pre_tokens: expect.toSatisfy((tokens) => tokens >= 190_000) },
  });
  expect(parseLines(readFileSync(log, 'utf8'))).toMatchObject([
    { hook_event_name: 'PreCompact', trigger: 'auto' },
    { hook_event_name: 'PostCompact', compact_summary: expect.stringContaining('A summary of it all.') },
  ]);
  expect(JSON.stringify(lastMessages(server))).toContain('A summary of it all.');
  expect(server.problems).toEqual([]);
});

test('hooks of SessionStart are told the model, the title, and that a session is a copy', async () => {
  await using server = await startModelServer([words('One.'), words('Two.'), words('Three.')]);
  const place = printPlace(server);
  const log = join(scratch(), 'log');
  const command = `cat >> ${log}; echo >> ${log}`;
  const matched = ['startup', 'fork', 'resume'].map((matcher) => ({
    matcher,
    hooks: [{ type: 'command', command }],
  }));
  const hooks = ['--settings', JSON.stringify({ hooks: { SessionStart: matched } })];
  await runPrint(place, 'Fix the roof', ...hooks);
  await runPrint(place, 'go on', '--continue', '--fork-session', ...hooks);
  await runPrint(place, 'and on', '--continue', '--model', 'claude-opus-4-1', ...hooks);
  const model = 'claude-sonnet-4-5';
  expect(parseLines(readFileSync(log, 'utf8'))).toMatchObject([
    { source: 'startup', model },
    { source: 'fork', model, session_title: 'Fix the roof (fork)' },
    { source: 'resume', model: 'claude-opus-4-1', session_title: 'Fix the roof (fork)' },
  ]);
});

test('--bare runs no hooks', async () => {
  await using server = await startModelServer([words('Fine.')]);
  const place = printPlace(server);
  await runPrint(place, 'hi', '--bare', ...settingsOf({ SessionStart: 'touch ran', Stop: 'touch ran' }));
  expect(existsSync(join(place.cwd, 'ran'))).toBe(false);
  expect(server.requests).toHaveLength(1);
});

function specific(hookEventName: string, fields: object): string {
  return say({ hookSpecificOutput: { hookEventName, ...fields } });
}

test('hooks name the session, and one of the start may begin the work', async () => {
  await using server = await startModelServer([
    words('Begun.'),
    words('Fine.'),
    words('Found.'),
    words('Here.'),
  ]);
  const place = printPlace(server);
  const skill = join(place.home, '.claude/skills/rain');
  const install = `mkdir -p ${skill} && printf -- '---\\ndescription: Says whether it rains.\\n---\\nLook.\\n' > ${skill}/SKILL.md`;
  const start = specific('SessionStart', {
    initialUserMessage: 'Look at the weather.',
    sessionTitle: 'Of weather',
    reloadSkills: true,
  });
  const talk = talkTo(
    startPrint(place, ...BOTH_WAYS, ...settingsOf({ SessionStart: `${install}; ${start}` })),
  );
  await talk.next({ type: 'result', result: 'Begun.' });
  expect(lastMessages(server)).toMatchObject([
    {
      content: [
        { text: fromHook('Look at the weather.') },
        { text: expect.stringContaining('Says whether it rains.') },
      ],
    },
  ]);
  talk.prompt('Of something else');
  await talk.next({ type: 'result', result: 'Fine.' });
  expect(await talk.end()).toBe(0);
  const renaming = settingsOf({
    UserPromptSubmit: specific('UserPromptSubmit', { sessionTitle: 'Of rain' }),
  });
  expect(await runPrint(place, 'And?', '--resume', 'Of weather', ...renaming)).toMatchObject({
    stdout: 'Found.\n',
  });
  expect(await runPrint(place, 'And?', '--resume', 'Of rain')).toMatchObject({ stdout: 'Here.\n' });
});

test('a hook that fails and blocks nothing is named once on standard error, also if an agent made the call', async () => {
  const reading = calls(['Read', { file_path: 'a.txt' }]);
  const script = () =>
    byTask({
      MAIN: [
        calls(['Read', { file_path: 'a.txt' }], ['Read', { file_path: 'a.txt' }]),
        calls(['Agent', { description: 'look', prompt: 'TASK', run_in_background: false }]),
        words('Done.'),
      ],
      TASK: [reading, calls(['Glob', { pattern: '*' }]), words('Seen.')],
    });
  await using server = await startModelServer(script());
  const place = printPlace(server);
  const { CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS: _off, ...env } = place.env;
  writeFileSync(join(place.cwd, 'a.txt'), 'seven\n');
  const failing = (matcher: string, command: string) => ({ matcher, hooks: [{ type: 'command', command }] });
  const guards = [failing('Read', 'echo oh >&2; exit 1'), failing('Glob', 'exit 3')];
  const hooks = ['--settings', JSON.stringify({ hooks: { PreToolUse: guards } })];
  const named = (command: string, problem: string): string =>
    `sluice: the command line: the PreToolUse hook "${command}": ${problem}; it decided nothing. Fix it, or set "onFailure": "block"`;
  const { stdout, stderr, status } = await runPrint({ ...place, env }, 'go', ...hooks);
  expect([status, stdout]).toEqual([0, 'Done.\n']);
  expect(stderr.trimEnd().split('\n')).toEqual([
    named('echo oh >&2; exit 1', 'exited with code 1: oh'),
    named('exit 3', 'exited with code 3'),
  ]);
  server.restart([reading, words('Done.')]);
  const json = await runPrint({ ...place, env }, 'go', '--output-format', 'json', ...hooks);
  expect(parseLines(json.stdout)).toMatchObject([{ type: 'result', result: 'Done.' }]);
  expect(json.stderr).toContain('exited with code 1: oh');
  server.restart(script());
  const stream = await runPrint({ ...place, env }, 'go', ...STREAM, ...hooks);
  const told = parseLines(stream.stdout).filter(({ subtype }) => subtype === 'informational');
  expect(told.map(({ content }) => content)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('exited with code 1: oh'),
      expect.stringContaining('exited with code 3'),
    ]),
  );
  expect(server.problems).toEqual([]);
});

test('a hook of the type prompt that rejects a prompt ends the run, and its reason is printed once', async () => {
  const no = { ok: false, reason: 'It asks for a secret.' };
  await using server = await startModelServer([calls(['StructuredOutput', no])]);
  const guard = {
    hooks: { UserPromptSubmit: [{ hooks: [{ type: 'prompt', prompt: 'May it? $ARGUMENTS' }] }] },
  };
  const { stdout, stderr, status } = await runPrint(
    printPlace(server),
    'the pass word?',
    ...['--settings', JSON.stringify(guard)],
  );
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout.split('It asks for a secret.')).toHaveLength(2);
  expect(server.requests).toHaveLength(1);
});

test("hooks of Gemini CLI and Codex run where they lie, a project's only if it is trusted", async () => {
  await using server = await startModelServer([
    calls(
      ['Bash', { command: 'echo gemini' }, 'a'],
      ['Bash', { command: 'echo codex' }, 'b'],
      ['Bash', { command: 'echo toml' }, 'c'],
    ),
    words('Done.'),
  ]);
  const place = printPlace(server);
  const deny = (word: string, answer: object): string =>
    `given=$(cat); case $given in *'echo ${word}'*) echo "$given" >"$HOME/${word}"; echo '${JSON.stringify(answer)}';; esac`;
  const group = (matcher: string, command: string) => [
    { matcher, sequential: true, hooks: [{ type: 'command', command, timeout: 20_000 }] },
  ];
  const ofGemini = deny('gemini', { decision: 'deny', reason: 'Gemini says no.' });
  const hooks = {
    BeforeTool: group('read_file|run_shell_command', ofGemini),
    BeforeModel: group('*', 'exit 2'),
  };
  const files: Readonly<Record<string, object>> = {
    [join(place.home, '.gemini/settings.json')]: { hooks: { enabled: true, ...hooks } },
    [join(place.cwd, '.codex/hooks.json')]: {
      hooks: {
        PreToolUse: group('shell_command', deny('codex', { decision: 'block', reason: 'Codex says no.' })),
      },
    },
  };
  for (const [file, value] of Object.entries(files)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(value));
  }
  const ofToml = deny('toml', { decision: 'block', reason: 'TOML says no.' });
  const tables = [
    ...['model = "m"', '[hooks.state."a:b"]', 'enabled = true'],
    ...['[[hooks.PreToolUse]]', 'matcher = "exec_command"'],
    ...['[[hooks.PreToolUse.hooks]]', 'type = "command"', `command = '''${ofToml}'''`, 'timeout = 20'],
  ];
  mkdirSync(join(place.home, '.codex'), { recursive: true });
  writeFileSync(join(place.home, '.codex/config.toml'), `${tables.join('\n')}\n`);
  writeFileSync(join(place.cwd, '.codex/config.toml'), 'model = "m"\n[hooks]\nStop = [\n');
  mkdirSync(join(place.cwd, '.opencode/plugin'), { recursive: true });
  writeFileSync(join(place.cwd, '.opencode/plugin/guard.ts'), '');
  const { stderr } = await runPrint(place, 'go', '--allowedTools', 'Bash');
  expect(stderr).toMatch(/\.codex\/config\.toml: its hooks do not run: line \d: Invalid TOML/);
  expect(stderr).toContain('.opencode/plugin: the plugins in it do not run');
  expect(stderr).toContain('the BeforeModel hooks do not run: Sluice has no such event.');
  expect(stderr).toContain('.codex/hooks.json');
  const sent = JSON.stringify(lastMessages(server));
  expect(sent).toContain('Gemini says no.');
  expect(sent).toContain('TOML says no.');
  expect(sent).not.toContain('Codex says no.');
  const told: unknown = JSON.parse(readFileSync(join(place.home, 'gemini'), 'utf8'));
  expect(told).toMatchObject({ hook_event_name: 'BeforeTool', tool_name: 'run_shell_command' });
  expect(existsSync(join(place.home, 'codex'))).toBe(false);
  const listed = await ended(startCli(['hooks', 'list', '--cwd', place.cwd], { env: { HOME: place.home } }));
  expect(listed.stdout).toContain(`${join(place.home, '.codex/config.toml')}:2 (user)`);
  expect(listed.stdout).toMatch(
    /\.codex\/hooks\.json[^]*\.gemini\/settings\.json|\.gemini\/settings\.json[^]*\.codex\/hooks\.json/,
  );
});

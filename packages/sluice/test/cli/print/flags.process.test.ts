import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  openSync,
} from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@sluice/core';
import { expect, onTestFinished, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { CLI, ended, parseLines } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';
import { calls, words } from './support/answers.ts';
import { BOTH_WAYS, printPlace, runPrint, startPrint, STREAM, talkTo } from './support/print.ts';
import { lastMessages, lastSystem, lastTools } from './support/sent.ts';

const JSON_OUT = ['--output-format', 'json'];

function resultOf(stdout: string): JsonObject {
  return parseLines(stdout).find(({ type }) => type === 'result') ?? {};
}

test('rules allow and deny; what is denied as a whole the model is not told of', async () => {
  await using server = await startModelServer([
    calls(
      ['Bash', { command: 'touch one' }],
      ['Bash', { command: 'touch two' }],
      ['Bash', { command: 'mkdir three' }],
      ['Bash', { command: 'touch four' }],
    ),
    words('Done.'),
  ]);
  const place = printPlace(server);
  const rules = [
    '--allowedTools',
    'Bash(touch one),Bash(touch two) Bash(mkdir three)',
    '--allowed-tools=Read',
  ];
  const { stdout, status } = await runPrint(
    place,
    'work',
    ...JSON_OUT,
    ...rules,
    '--disallowedTools',
    'Write',
    '--disallowed-tools',
    'Edit NotebookEdit',
  );
  expect(status).toBe(0);
  expect(readdirSync(place.cwd).toSorted()).toEqual(['one', 'three', 'two']);
  expect(resultOf(stdout)['permission_denials']).toMatchObject([{ tool_input: { command: 'touch four' } }]);
  expect(lastTools(server)).toEqual(expect.arrayContaining(['Bash', 'Read']));
  for (const name of ['Write', 'Edit', 'NotebookEdit']) expect(lastTools(server)).not.toContain(name);

  server.restart([calls(['Bash', { command: 'touch five' }]), words('Done.')]);
  const bypassed = await runPrint(place, 'work', ...JSON_OUT, '--dangerously-skip-permissions');
  expect(resultOf(bypassed.stdout)['permission_denials']).toEqual([]);
  expect(existsSync(join(place.cwd, 'five'))).toBe(true);
  expect(server.problems).toEqual([]);
});

test('--tools leaves out built-in tools, and takes no name that is none', async () => {
  await using server = await startModelServer(() => words('Hi.'));
  const place = printPlace(server);
  await runPrint(place, 'hi', '--tools', 'Read,Grep');
  expect(lastTools(server).toSorted()).toEqual(['Grep', 'Read']);
  await runPrint(place, 'hi', '--tools', '');
  expect(lastTools(server)).toEqual([]);
  await runPrint(place, 'hi', '--tools', 'default');
  expect(lastTools(server).length).toBeGreaterThan(5);
  // Tools that come with the session, former names, and names of tools that only other programs have.
  const mixed = await runPrint(place, 'hi', '--tools', 'Agent,TaskCreate,LS,PowerShell,mcp__x__y');
  expect(lastTools(server).toSorted()).toEqual(['Agent', 'Glob', 'TaskCreate']);
  expect(mixed.stderr).toContain('Sluice has no tool PowerShell');
  expect(mixed.stderr).toContain('mcp__x__y has no effect');
  const wrong = await runPrint(place, 'hi', '--tools', 'Reed');
  expect(wrong).toMatchObject({ status: 2, stdout: '' });
  expect(wrong.stderr).toContain('did you mean Read?');
  expect(server.requests).toHaveLength(4);
  expect(server.problems).toEqual([]);
});

test('settings that can not be read are wrong usage; a value that was passed over is told with what is missing', async () => {
  await using server = await startModelServer([]);
  const place = printPlace(server);
  const broken = await runPrint(place, 'hi', '--settings', '{"model":');
  expect(broken).toMatchObject({ status: 2, stdout: '' });
  const { ANTHROPIC_MODEL: _model, ANTHROPIC_API_KEY: _key, ...env } = place.env;
  const unset = await runPrint({ ...place, env }, 'hi', '--settings', '{"model":5}');
  expect(unset).toMatchObject({ status: 1, stderr: expect.stringMatching(/No model configured/) });
  expect(unset.stderr).toMatch(/^sluice: .*"model".* 5/m);
  expect(server.requests).toEqual([]);
});

test('limits end the work with an error that says which', async () => {
  const again = () => calls(['Bash', { command: 'true' }]);
  await using server = await startModelServer(again);
  const place = printPlace(server);
  const turns = await runPrint(place, 'work', ...JSON_OUT, '--max-turns', '2');
  expect(turns.status).toBe(1);
  expect(resultOf(turns.stdout)).toMatchObject({
    subtype: 'error_max_turns',
    is_error: true,
    num_turns: 2,
    terminal_reason: 'max_turns',
  });
  expect(server.requests).toHaveLength(2);

  // What a repository says counts once someone trusts it, and is missed until then.
  mkdirSync(join(place.cwd, '.claude'));
  const theirs = join(place.cwd, '.claude', 'settings.json');
  writeFileSync(theirs, JSON.stringify({ modelPrices: { 'claude-sonnet-4-5': { input: 0, output: 0 } } }));
  const unlisted = ['--model', 'anthropic/unlisted'];
  const unpriced = await runPrint(place, 'work', ...JSON_OUT, '--max-budget-usd', '1', ...unlisted);
  expect(unpriced.stderr).toContain(`Not used: "modelPrices" of ${theirs}`);
  rmSync(theirs);
  expect(unpriced).toMatchObject({ status: 1, stdout: '' });
  expect(unpriced.stderr).toContain('"modelPrices"');
  expect(
    readdirSync(place.state, { recursive: true }).filter((path) => String(path).endsWith('session.json')),
  ).toHaveLength(1);

  // 100 tokens in and 10 out: 0.0002 dollars a request.
  server.restart(again);
  const prices = JSON.stringify({ modelPrices: { 'claude-sonnet-4-5': { input: 1, output: 10 } } });
  const limit = ['--max-budget-usd', '0.0005', '--settings', prices];
  const budget = await runPrint(place, 'work', ...JSON_OUT, ...limit);
  expect(budget.status).toBe(1);
  expect(resultOf(budget.stdout)).toMatchObject({
    subtype: 'error_max_budget_usd',
    terminal_reason: 'budget_exhausted',
    total_cost_usd: expect.closeTo(0.0006, 6),
    cost_is_known: true,
    modelUsage: { 'claude-sonnet-4-5': { costBasis: 'list' } },
  });
  expect(server.requests).toHaveLength(3);

  const uncounted = { ...words('Done.'), usage: { inputTokens: 0, outputTokens: 0 } };
  server.restart([uncounted, uncounted]);
  const known = await runPrint(place, 'work', ...JSON_OUT, '--settings', prices);
  expect(resultOf(known.stdout)).toMatchObject({
    subtype: 'success',
    total_cost_usd: 0,
    cost_is_known: false,
    modelUsage: { 'claude-sonnet-4-5': { costBasis: 'unknown' } },
  });
  const unchecked = await runPrint(place, 'work', ...JSON_OUT, ...limit);
  expect(resultOf(unchecked.stdout)).toMatchObject({ subtype: 'success', cost_is_known: false });

  // The limit is that of the program, however many prompts it gets.
  server.restart(() => words('Short.'));
  const talk = talkTo(startPrint(place, ...BOTH_WAYS, ...limit));
  for (const subtype of ['success', 'success', 'success', 'error_max_budget_usd']) {
    talk.prompt('go on');
    await talk.next({ type: 'result', subtype });
  }
  expect(await talk.end()).toBe(1);
  expect(server.requests).toHaveLength(3);
});

test('an answer of a given form', async () => {
  const schema = {
    type: 'object',
    properties: { n: { type: 'integer' } },
    required: ['n'],
    additionalProperties: false,
  };
  const give = (input: JsonObject) => calls(['StructuredOutput', input]);
  await using server = await startModelServer([words('Five, I think.'), give({ n: 'five' }), give({ n: 5 })]);
  const place = printPlace(server);
  const good = await runPrint(place, 'count', ...JSON_OUT, '--json-schema', JSON.stringify(schema));
  expect(good.status).toBe(0);
  expect(resultOf(good.stdout)).toMatchObject({
    subtype: 'success',
    structured_output: { n: 5 },
    num_turns: 3,
  });
  expect(server.requests[0]?.body['tools']).toContainEqual(
    expect.objectContaining({
      name: 'StructuredOutput',
      input_schema: expect.objectContaining({ required: ['n'] }),
    }),
  );
  expect(JSON.stringify(server.requests[1]?.body)).toContain('StructuredOutput tool with it');
  expect(JSON.stringify(lastMessages(server).at(-1))).toContain('"is_error":true');

  server.restart([give({ n: 5 })]);
  const asText = await runPrint(place, 'count', '--json-schema', JSON.stringify(schema));
  expect(asText).toEqual({ status: 0, stdout: '{"n":5}\n', stderr: '' });

  server.restart(() => words('I would rather talk.'));
  const owed = await runPrint(place, 'count', ...JSON_OUT, '--json-schema', JSON.stringify(schema));
  expect(owed.status).toBe(1);
  expect(resultOf(owed.stdout)).toMatchObject({ subtype: 'error_max_structured_output_retries' });
  expect(server.problems).toEqual([]);

  // Each prompt owes its own answer.
  server.restart([give({ n: 1 }), calls(['Bash', { command: 'true' }]), give({ n: 2 })]);
  const talk = talkTo(startPrint(place, ...BOTH_WAYS, '--json-schema', JSON.stringify(schema)));
  talk.prompt('one');
  await talk.next({ type: 'result', structured_output: { n: 1 } });
  talk.prompt('two');
  await talk.next({ type: 'result', structured_output: { n: 2 } });
  expect(await talk.end()).toBe(0);

  for (const [text, why] of [
    ['{', 'not valid JSON'],
    ['[]', 'must be a JSON object'],
    ['{"type":"array"}', '"type": "object"'],
    ['{"type":"object","required":1}', 'not a usable JSON Schema'],
  ] as const) {
    const bad = await runPrint(place, 'count', '--json-schema', text);
    expect([bad.status, bad.stdout], text).toEqual([2, '']);
    expect(bad.stderr).toContain(why);
  }
});

test('what the model is told first: instructions of files, and what is given in their place', async () => {
  await using server = await startModelServer(() => words('Hi.'));
  const place = printPlace(server);
  writeFileSync(join(place.cwd, 'CLAUDE.md'), 'Rule one.\n@more.md\n');
  writeFileSync(join(place.cwd, 'more.md'), 'Rule two.\n');
  mkdirSync(join(place.cwd, '.claude'));
  const log = join(scratch(), 'log');
  const hook = [
    { hooks: [{ type: 'command', command: `said=$(cat); sleep 0.4; printf '%s\\n' "$said" >> ${log}` }] },
  ];
  const settings = JSON.stringify({ hooks: { InstructionsLoaded: hook } });
  await runPrint(place, 'hi', '--append-system-prompt', 'Rule three.', '--settings', settings);
  const first = JSON.stringify(server.requests[0]?.body);
  for (const rule of ['Rule one.', 'Rule two.', 'Rule three.']) expect(first).toContain(rule);
  const loaded = parseLines(readFileSync(log, 'utf8'));
  expect(loaded.map(({ file_path, load_reason }) => [file_path, load_reason])).toEqual(
    expect.arrayContaining([
      [join(place.cwd, 'CLAUDE.md'), 'session_start'],
      [join(place.cwd, 'more.md'), 'include'],
    ]),
  );

  const own = join(place.home, 'own.txt');
  writeFileSync(own, 'You are a poet.');
  const appended = join(place.home, 'appended.txt');
  writeFileSync(appended, 'Rhyme.');
  await runPrint(
    place,
    'hi',
    '--bare',
    '--system-prompt-file',
    own,
    '--append-system-prompt-file',
    appended,
    '--settings',
    settings,
  );
  expect(lastSystem(server)).toContain('You are a poet.');
  expect(lastSystem(server)).toContain('Rhyme.');
  expect(JSON.stringify(server.requests[1]?.body)).not.toContain('Rule one.');
  expect(parseLines(readFileSync(log, 'utf8'))).toHaveLength(loaded.length);
  await runPrint(place, 'hi', '--system-prompt', 'You are a cook.');
  expect(lastSystem(server)).toContain('You are a cook.');
  const missing = await runPrint(place, 'hi', '--system-prompt-file', 'no-such-file');
  expect(missing).toMatchObject({ status: 2, stdout: '' });
  expect(missing.stderr).toContain('--system-prompt-file no-such-file');
});

test('--init-only runs the hooks of Setup and asks no model; --setting-sources chooses files', async () => {
  await using server = await startModelServer(() => words('Hi.'));
  const place = printPlace(server);
  mkdirSync(join(place.home, '.claude'));
  const user = {
    hooks: { Setup: [{ hooks: [{ type: 'command', command: 'touch made' }] }] },
    model: 'claude-opus-4-1',
  };
  writeFileSync(join(place.home, '.claude', 'settings.json'), JSON.stringify(user));
  const made = await runPrint(place, '--init-only', ...STREAM);
  expect([made.status, made.stderr]).toEqual([0, '']);
  expect(parseLines(made.stdout)).toMatchObject([{ subtype: 'init' }]);
  expect(existsSync(join(place.cwd, 'made'))).toBe(true);
  expect(server.requests).toHaveLength(0);

  const modelless = { ...place, env: { ...place.env, ANTHROPIC_MODEL: '' } };
  await runPrint(modelless, 'hi');
  expect(server.requests[0]?.model).toBe('claude-opus-4-1');
  await runPrint(modelless, 'hi', '--setting-sources', 'project,local');
  expect(server.requests[1]?.model).not.toBe('claude-opus-4-1');
  const keyless = { ...modelless, env: { ...modelless.env, ANTHROPIC_API_KEY: '' } };
  const none = await runPrint(keyless, 'hi', '--setting-sources', 'project');
  expect(none.status).toBe(1);
  expect(none.stderr).toContain('--model');
  expect(server.requests).toHaveLength(2);
});

test('the prompt may come on standard input, up to 10 MiB of it', async () => {
  await using server = await startModelServer(() => words('Hi.'));
  const place = printPlace(server);
  const run = (input: string | Buffer, ...args: readonly string[]) => {
    const child = startPrint(place, ...args);
    child.stdin.end(input);
    return ended(child);
  };
  const text = (content: string) => ({ role: 'user', content: [{ type: 'text', text: content }] });
  expect(await run('from a pipe\n')).toMatchObject({ status: 0, stdout: 'Hi.\n' });
  expect(lastMessages(server)[0]).toMatchObject(text('from a pipe'));
  await run('the log', 'Explain this:');
  expect(lastMessages(server)[0]).toMatchObject(text('Explain this:\n\nthe log'));
  await run(Buffer.from([0x63, 0x61, 0x66, 0xe9]));
  expect(lastMessages(server)[0]).toMatchObject(text('café'));
  const long = await run('x'.repeat(10 * 1024 * 1024 + 1));
  expect([long.status, long.stdout]).toEqual([2, '']);
  expect(long.stderr).toContain('10 MiB');
  const directory = openSync(place.cwd, 'r');
  onTestFinished(() => closeSync(directory));
  const odd = spawnSync(process.execPath, [...CLI, '-p'], {
    cwd: place.cwd,
    env: { ...process.env, ...place.env },
    stdio: [directory, 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  expect([odd.status, odd.stderr]).toEqual([2, expect.stringContaining('it is a directory')]);
  const none = await run(' \n');
  expect(none.status).toBe(2);
  expect(none.stderr).toContain('no prompt given');
  expect(server.requests).toHaveLength(3);
});

test('which model, and how much it thinks', async () => {
  await using server = await startModelServer(() => words('Hi.'));
  const place = printPlace(server);
  const named = { ...place, env: { ...place.env, ANTHROPIC_DEFAULT_OPUS_MODEL: 'claude-opus-of-mine' } };
  await runPrint(named, 'hi', '--model', 'opus', '--effort', 'low', '--settings', '{"effortLevel":"max"}');
  expect(server.requests.at(-1)?.body).toMatchObject({
    model: 'claude-opus-of-mine',
    thinking: { type: 'adaptive' },
    output_config: { effort: 'low' },
  });
  const limited = { ...place, env: { ...place.env, MAX_THINKING_TOKENS: '2000' } };
  await runPrint(limited, 'hi', '--settings', '{"effortLevel":"max"}');
  expect(server.requests.at(-1)?.body).toMatchObject({
    thinking: { type: 'enabled', budget_tokens: 2000 },
    output_config: { effort: 'max' },
  });
  expect(server.problems).toEqual([]);
});

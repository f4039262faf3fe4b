import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { expect, test } from 'vitest';
import { faultEntry } from '../../../../session/test/mcp/support/with-server.ts';
import { createGate } from '../../../../agent/test/support/model-server/gate.ts';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { ended, parseLines, startCli } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';
import { calls, words } from './support/answers.ts';
import { byTask } from './support/by-task.ts';
import {
  BOTH_WAYS,
  STREAM,
  printPlace as placeOf,
  runPrint,
  startPrint,
  talkTo,
  type PrintPlace,
} from './support/print.ts';

function of(messages: readonly JsonObject[], type: string, subtype?: string): readonly JsonObject[] {
  return messages.filter(
    (message) => message['type'] === type && (subtype === undefined || message['subtype'] === subtype),
  );
}

/** With the built-in types of agents. */
function printPlace(server: { readonly address: string }): PrintPlace {
  const place = placeOf(server);
  const { CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS: _off, ...env } = place.env;
  return { ...place, env };
}

const agent = (input: JsonObject, id?: string): readonly [string, JsonObject, string?] => [
  'Agent',
  { description: 'a task', ...input },
  id,
];

test('an agent in the foreground works in a conversation of its own, and its report is the result', async () => {
  await using server = await startModelServer(
    byTask({
      MAIN: [calls(agent({ prompt: 'TASK one', run_in_background: false }, 'toolu_1')), words('Done.')],
      TASK: [
        calls(['Read', { file_path: 'code.txt' }]),
        calls(
          ['Edit', { file_path: 'code.txt', old_string: 'seven', new_string: 'eight\nnine' }],
          ['Write', { file_path: 'new.txt', content: 'a\nb\n' }],
          ['Bash', { command: 'true' }],
          ['Glob', { pattern: '*.txt' }],
          ['ListAgents', {}],
        ),
        words('It holds seven.'),
      ],
    }),
  );
  const place = printPlace(server);
  writeFileSync(join(place.cwd, 'code.txt'), 'seven\n');
  const { stdout, stderr, status } = await runPrint(
    place,
    'go',
    ...STREAM,
    '--permission-mode',
    'acceptEdits',
  );
  expect([status, stderr]).toEqual([0, '']);
  const messages = parseLines(stdout);
  expect(of(messages, 'system', 'init')[0]).toMatchObject({
    agents: ['general-purpose', 'Explore', 'Plan'],
    tools: expect.arrayContaining(['Agent', 'SendMessage', 'ListAgents']),
  });
  const result = of(messages, 'user').find((message) => JSON.stringify(message).includes('It holds seven.'));
  expect(result).toMatchObject({
    parent_tool_use_id: null,
    tool_use_result: {
      ...{ status: 'completed', agentType: 'general-purpose', totalToolUseCount: 6 },
      toolStats: {
        ...{ readCount: 1, searchCount: 1, bashCount: 1, otherToolCount: 1 },
        ...{ editFileCount: 2, linesAdded: 4, linesRemoved: 1 },
      },
    },
  });
  const ofChild = messages.filter((message) => message['parent_tool_use_id'] === 'toolu_1');
  expect(new Set(ofChild.map(({ type }) => type))).toEqual(new Set(['assistant', 'user']));
  expect(JSON.stringify(ofChild)).not.toContain('It holds seven.');
  expect(of(messages, 'system', 'task_started')).toMatchObject([
    { task_type: 'local_agent', tool_use_id: 'toolu_1', spawn_depth: 1, is_backgrounded: false },
  ]);
  expect(of(messages, 'system', 'task_progress')[0]).toMatchObject({
    ...{ tool_use_id: 'toolu_1', description: 'a task', last_tool_name: 'Read', usage: { tool_uses: 1 } },
  });
  expect(of(messages, 'system', 'background_tasks_changed')).toEqual([]);
  expect(of(messages, 'system', 'task_notification')).toMatchObject([{ status: 'completed' }]);
  expect(of(messages, 'result')).toMatchObject([
    { usage: { input_tokens: 200 }, modelUsage: { 'claude-sonnet-4-5': { inputTokens: 500 } } },
  ]);
  expect(server.problems).toEqual([]);
  // The list of types is at the tail of the first message, and the cached beginning of requests never changes.
  const [first] = server.requests.map(({ body }) => body);
  expect(JSON.stringify(first)).toContain('Agent types for the Agent tool');
  const prefixes = server.requests.map(({ body }) =>
    isJsonObject(body) ? JSON.stringify(body['tools']) : '',
  );
  expect(prefixes[0]).toBe(prefixes.at(-1));
  expect(JSON.stringify(server.requests[1]?.body)).not.toContain('"go"');
});

test('a fork begins as the main agent did, and a later program goes on with it', async () => {
  await using server = await startModelServer(
    byTask({
      MAIN: [
        calls(agent({ prompt: 'Say it.', subagent_type: 'fork', run_in_background: false })),
        words('It is seven.'),
        words('Done.'),
        calls(['SendMessage', { to: 'fork', message: 'And now?' }]),
        ...Array.from({ length: 3 }, () => words('Fine.')),
      ],
    }),
  );
  const place = printPlace(server);
  const forking = { ...place, env: { ...place.env, CLAUDE_CODE_FORK_SUBAGENT: '1' } };
  const first = await runPrint(forking, 'go', ...STREAM);
  expect([first.status, first.stderr]).toEqual([0, '']);
  expect(first.stdout).toContain('It is seven.');
  const [parent, child] = server.requests.map(({ body }) => body);
  for (const key of ['model', 'system', 'tools'])
    expect([key, JSON.stringify(child?.[key]) === JSON.stringify(parent?.[key])]).toEqual([key, true]);
  expect(JSON.stringify(child?.['messages'])).toMatch(/go.*Agent types.*fork of the conversation above/);
  const second = await runPrint(forking, 'again', '--continue', ...STREAM);
  expect([second.status, second.stderr]).toEqual([0, '']);
  const asked = server.requests.map(({ body }) => JSON.stringify(body['messages']));
  expect(asked.find((text) => text.includes('And now?') && text.includes('fork of the'))).toMatch(
    /go.*fork of the conversation above.*It is seven\..*And now\?/,
  );
  expect(server.problems).toEqual([]);
});

test("an agent has the MCP servers of its definition for itself; a project's need trust", async () => {
  await using server = await startModelServer(
    byTask({
      MAIN: [
        calls(
          agent({ prompt: 'TASK one', subagent_type: 'own', run_in_background: false }),
          agent({ prompt: 'UNTRUSTED two', subagent_type: 'theirs', run_in_background: false }),
        ),
        calls(['mcp__f__echo', { a: 2 }]),
        words('Done.'),
      ],
      TASK: [calls(['mcp__f__echo', { a: 1 }]), words('Echoed.')],
      UNTRUSTED: [words('None.')],
    }),
  );
  const place = printPlace(server);
  mkdirSync(join(place.cwd, '.claude/agents'), { recursive: true });
  writeFileSync(
    join(place.cwd, '.claude/agents/theirs.md'),
    '---\nname: theirs\ndescription: Theirs\nmcpServers:\n  - g: { command: touch, args: [ran] }\n---\nYou.\n',
  );
  const mine = {
    ...{ description: 'Mine', prompt: 'You.', tools: ['Read', 'ToolSearch'] },
    mcpServers: [{ f: faultEntry({}) }, 'absent'],
  };
  const { stdout, stderr, status } = await runPrint(
    place,
    'go',
    ...[...STREAM, '--agents', JSON.stringify({ own: mine }), '--allowedTools', 'mcp__f'],
  );
  expect([status, stderr]).toEqual([0, '']);
  const bodies = server.requests.map(({ body }) => JSON.stringify(body['messages']));
  expect(bodies.find((text) => text.includes('TASK one') && text.includes('tool_result'))).toMatch(
    /"tool_result"(?:(?!is_error":true).)*$/,
  );
  const seen = bodies.at(-1);
  expect(seen).toMatch(/Echoed\..*the session has none with that name/);
  expect(seen).toMatch(
    /without its MCP servers \(g\): its definition is from a project that the user does not trust/,
  );
  expect(seen).toMatch(/is_error":true/);
  expect(stdout).not.toContain('has no effect yet');
  expect(existsSync(join(place.cwd, 'ran'))).toBe(false);
  expect(server.problems).toEqual([]);
});

test('an agent keeps notes for later sessions, and writes nothing else by that', async () => {
  const notes = '.sluice/agent-memory/keeper';
  const task = agent({ prompt: 'TASK one', subagent_type: 'keeper', run_in_background: false });
  const home: { path: string } = { path: '' };
  const write = (path: string, content: string) => (): ReturnType<typeof calls> =>
    calls(['Write', { file_path: path.replace('~', home.path), content }]);
  await using server = await startModelServer(
    byTask({
      MAIN: [calls(task), words('Done.'), calls(task), words('Done.')],
      TASK: [
        write(`~/${notes}/MEMORY.md`, 'Seven is odd.\n'),
        write(`~/${notes}/../other.md`, 'x'),
        calls(['Bash', { command: `rm -r ~/${notes}` }]),
        words('Noted.'),
        words('Known.'),
      ],
    }),
  );
  const place = printPlace(server);
  home.path = String(place.env['HOME']);
  const keeper = { description: 'Notes', prompt: 'You.', tools: ['Grep', 'Bash'], memory: 'user' };
  const options = [...STREAM, '--agents', JSON.stringify({ keeper })];
  mkdirSync(join(home.path, '.gemini/agents'), { recursive: true });
  writeFileSync(join(home.path, '.gemini/agents/gem.md'), '---\nname: gem\ndescription: Theirs\n---\nYou.\n');
  const telling = { ...place, env: { ...place.env, CLAUDE_CODE_FORWARD_SUBAGENT_TEXT: '1' } };
  const first = await runPrint(telling, 'go', ...options);
  const messages = parseLines(first.stdout);
  expect(of(messages, 'system', 'init')[0]?.['agents']).toContain('gem');
  const ofChild = messages.filter((message) => typeof message['parent_tool_use_id'] === 'string');
  expect(JSON.stringify(ofChild)).toContain('Noted.');
  expect([first.status, first.stderr]).toEqual([0, '']);
  expect(readFileSync(join(home.path, notes, 'MEMORY.md'), 'utf8')).toBe('Seven is odd.\n');
  expect(existsSync(join(home.path, notes, '../other.md'))).toBe(false);
  const agentId = of(messages, 'system', 'task_started')[0]?.['task_id'];
  expect(of(messages, 'result')[0]?.['permission_denials']).toMatchObject([
    { tool_name: 'Write', agent_id: agentId },
    { tool_name: 'Bash', agent_id: agentId },
  ]);
  expect(JSON.stringify(server.requests[1]?.body['system'])).toContain('MEMORY.md is still empty');
  expect(JSON.stringify(server.requests[4]?.body['messages'])).toMatch(
    /You have Write only for your notes in /,
  );
  await runPrint(place, 'go', ...options);
  const later = server.requests.find(({ body }) => JSON.stringify(body['system']).includes('Seven is odd.'));
  expect(JSON.stringify(later?.body['messages'])).toContain('TASK one');
  expect(server.problems).toEqual([]);
});

test('the session itself, as an agent, has the servers, the notes and the skills of the definition', async () => {
  const memory = '.sluice/agent-memory/keeper/MEMORY.md';
  const home: { path: string } = { path: '' };
  const write = (path: string, content: string) => (): ReturnType<typeof calls> =>
    calls(['Write', { file_path: path.replace('~', home.path), content }]);
  await using server = await startModelServer(
    byTask({
      MAIN: [
        calls(['mcp__f__echo', { a: 1 }]),
        write(`~/${memory}`, 'Seven is odd.\n'),
        write('other.md', 'x'),
        words('Done.'),
        words('Known.'),
      ],
    }),
  );
  const place = printPlace(server);
  home.path = String(place.env['HOME']);
  mkdirSync(join(home.path, '.claude/skills/tidy'), { recursive: true });
  writeFileSync(
    join(home.path, '.claude/skills/tidy/SKILL.md'),
    '---\nname: tidy\ndescription: Tidies\n---\nSweep.\n',
  );
  const keeper = {
    ...{ description: 'Notes', prompt: 'You.', tools: ['Grep'], memory: 'user' },
    ...{ mcpServers: [{ f: faultEntry({}) }, 'absent'], skills: ['tidy', 'gone'] },
  };
  const as = ['--agents', JSON.stringify({ keeper }), '--agent', 'keeper', '--allowedTools', 'mcp__f'];
  const { stdout, stderr, status } = await runPrint(place, 'go', ...STREAM, ...as);
  expect(status).toBe(0);
  expect(stderr).toMatch(/Agent keeper: .*"absent": the session has none with that name/);
  expect(stderr).toMatch(/Agent keeper: It started without the skill gone/);
  expect(readFileSync(join(home.path, memory), 'utf8')).toBe('Seven is odd.\n');
  expect(existsSync(join(place.cwd, 'other.md'))).toBe(false);
  expect(of(parseLines(stdout), 'result')[0]?.['permission_denials']).toMatchObject([{ tool_name: 'Write' }]);
  const [first] = server.requests.map(({ body }) => body);
  expect(JSON.stringify(first?.['system'])).toContain('MEMORY.md is still empty');
  expect(JSON.stringify(first?.['messages'])).toMatch(/go.*Sweep\./);
  const last = JSON.stringify(server.requests.at(-1)?.body['messages']);
  expect(last).toMatch(/"tool_result"(?:(?!is_error":true).)*"tool_result"/);
  await runPrint(place, 'again', '--continue', ...STREAM, ...as);
  const later = server.requests.at(-1)?.body;
  expect(JSON.stringify(later?.['system'])).toContain('Seven is odd.');
  expect(JSON.stringify(later?.['messages']).split('Sweep.')).toHaveLength(2);
  expect(server.problems).toEqual([]);
});

test.each(['text', 'json'])('what is still at work when the wait is over is named, as %s', async (format) => {
  await using server = await startModelServer(
    byTask({
      MAIN: [calls(agent({ prompt: 'TASK' })), ...Array.from({ length: 2 }, () => words('Done.'))],
      TASK: [{ connection: 'silent' }],
    }),
  );
  const place = printPlace(server);
  const hasty = { ...place, env: { ...place.env, CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS: '300' } };
  const { stdout, stderr, status } = await runPrint(hasty, 'go', '--output-format', format);
  expect([status, stdout]).toEqual([0, expect.stringContaining('Done.')]);
  expect(stderr).toMatch(/background tasks that were still running were stopped: a\w+ \(a task\)/);
});

test('an agent runs only the commands that its list of tools names', async () => {
  const tries = [
    'echo a > one',
    'touch two; git --version',
    'git init -q x',
    'touch three',
    'touch "$(git --version)"',
  ];
  await using server = await startModelServer(
    byTask({
      MAIN: [
        calls(agent({ prompt: 'TASK', subagent_type: 'gitter', run_in_background: false })),
        words('Done.'),
      ],
      TASK: [...tries.map((command) => calls(['Bash', { command }])), words('Tried.')],
    }),
  );
  const place = printPlace(server);
  const gitter = { description: 'Git', prompt: 'You.', tools: ['Read', 'Bash(git *)'] };
  const bypass = ['--dangerously-skip-permissions', '--agents', JSON.stringify({ gitter })];
  const { stderr, status } = await runPrint(place, 'go', ...STREAM, ...bypass);
  expect([status, stderr]).toEqual([0, '']);
  expect(readdirSync(place.cwd)).toEqual(['x']);
  const tried = JSON.stringify(server.requests.at(-2)?.body['messages']);
  expect(tried.split('may only run Bash(git *)')).toHaveLength(tries.length);
});

test('an agent in the background is launched at once, and its end wakes the model', async () => {
  await using server = await startModelServer(
    byTask({
      MAIN: [calls(agent({ prompt: 'TASK one' }, 'toolu_1')), words('Waiting.'), words('It is seven.')],
      TASK: [words('The answer is seven.')],
    }),
  );
  const { stdout, status } = await runPrint(printPlace(server), 'go', ...STREAM);
  expect(status).toBe(0);
  const messages = parseLines(stdout);
  const launched = of(messages, 'user').find((message) => JSON.stringify(message).includes('async_launched'));
  expect(launched).toMatchObject({ tool_use_result: { isAsync: true, outputFile: expect.any(String) } });
  expect(of(messages, 'system', 'task_notification')).toMatchObject([
    { status: 'completed', task_type: 'local_agent', usage: { tool_uses: 0 } },
  ]);
  expect(of(messages, 'system', 'background_tasks_changed')).toMatchObject([
    { tasks: [{ task_type: 'local_agent', description: 'a task' }] },
    { tasks: [] },
  ]);
  expect(of(messages, 'result').at(-1)).toMatchObject({ result: 'It is seven.' });
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('The answer is seven.');
  expect(server.problems).toEqual([]);
});

test('agents in the background get the time of the variable after the last answer', async () => {
  const gate = createGate();
  await using server = await startModelServer(
    byTask({
      MAIN: [calls(agent({ prompt: 'TASK one' })), words('Waiting.')],
      TASK: [{ content: [gate.pause, { type: 'text', text: 'Late.' }] }],
    }),
  );
  const place = printPlace(server);
  const env = { ...place.env, CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS: '1' };
  const { stdout, status } = await runPrint({ ...place, env }, 'go', ...STREAM);
  gate.open();
  expect(status).toBe(0);
  const messages = parseLines(stdout);
  expect(of(messages, 'system', 'task_notification')).toMatchObject([{ status: 'stopped' }]);
  expect(of(messages, 'result')).toMatchObject([{ result: 'Waiting.' }]);
});

test('definitions of files, and of --agents, say what an agent is told and has', async () => {
  await using server = await startModelServer(
    byTask({
      MAIN: [
        calls(
          agent({ prompt: 'TASK one', subagent_type: 'reader', run_in_background: false }),
          agent({ prompt: 'TASK two', subagent_type: 'writer', run_in_background: false }),
          agent({ prompt: 'TASK three', subagent_type: 'reeder', run_in_background: false }),
        ),
        words('Done.'),
      ],
      'TASK one': [words('One.')],
      'TASK two': [words('Two.')],
    }),
  );
  const place = printPlace(server);
  const directory = join(place.cwd, '.claude', 'agents', 'team');
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    join(directory, 'any.md'),
    '\uFEFF---\r\nname: reader\r\ndescription: Reads: a lot\r\ntools: Read, Grep\r\n---\r\nYou are read-only.\r\n',
  );
  writeFileSync(join(directory, 'broken.md'), '---\nname: broken\ntools: [Read\n---\n');
  writeFileSync(
    join(directory, 'limited.md'),
    '---\nname: limited\ndescription: git\ntools: Bash, Read(src/**)\n---\n',
  );
  const agents = JSON.stringify({
    writer: { description: 'Writes.', prompt: 'You write.', disallowedTools: ['Bash'] },
    lost: { description: 'd', prompt: 'p', tools: ['Reed', 'Read'] },
  });
  const { stdout, stderr } = await runPrint(place, 'go', ...STREAM, '--agents', agents);
  const messages = parseLines(stdout);
  expect(of(messages, 'system', 'init')[0]).toMatchObject({
    agents: ['writer', 'lost', 'reader', 'general-purpose', 'Explore', 'Plan'],
  });
  expect(stderr).toContain('--agents: "lost": No built-in tool is called Reed');
  expect(stderr).toContain(`${join(directory, 'broken.md')}:3: Invalid YAML`);
  expect(stderr).toContain(`${join(directory, 'limited.md')}:4: "Read(src/**)" in tools can't limit a tool`);
  const bodyOf = (task: string): JsonObject => {
    const found = server.requests
      .map(({ body }) => body)
      .find((body) => JSON.stringify(body).includes(`"text":"<not-from-user source=\\"agent\\">\\n${task}`));
    return isJsonObject(found) ? found : {};
  };
  const namesOf = (body: JsonObject): readonly unknown[] =>
    Array.isArray(body['tools'])
      ? body['tools'].map((tool) => (isJsonObject(tool) ? tool['name'] : undefined))
      : [];
  expect(namesOf(bodyOf('TASK one'))).toEqual(['Grep', 'Read']);
  expect(JSON.stringify(bodyOf('TASK one')['system'])).toMatch(/You are read-only\..*Working directory/);
  expect(namesOf(bodyOf('TASK two'))).toContain('Write');
  expect(namesOf(bodyOf('TASK two'))).not.toContain('Bash');
  expect(stdout).toContain('Did you mean reader?');
  expect(readFileSync(join(directory, 'any.md'), 'utf8')).toContain('You are read-only.');
});

test('--agent denies what the definition disallows, a part of a tool too', async () => {
  await using server = await startModelServer(
    byTask({
      MAIN: [calls(['Bash', { command: 'echo denied' }], ['Bash', { command: 'pwd' }]), words('Done.')],
    }),
  );
  const place = printPlace(server);
  const agents = JSON.stringify({
    careful: { description: 'Is careful.', prompt: 'MAIN', disallowedTools: ['Bash(echo *)'] },
  });
  const { stdout } = await runPrint(place, 'go', ...STREAM, '--agents', agents, '--agent', 'careful');
  const results = JSON.stringify(of(parseLines(stdout), 'user'));
  expect(results).toContain('Bash(echo *)');
  expect(Array.from(results.matchAll(/"is_error":(true|false)/g), ([, isError]) => isError)).toEqual([
    'true',
    'false',
  ]);
});

test.each([
  ['the user', '--agents', true],
  ['a project that is not trusted', 'file', false],
] as const)(
  'with --agent, hooks of the definition are those of the session: from %s',
  async (_, from, runs) => {
    await using server = await startModelServer([calls(['Bash', { command: 'pwd' }]), words('Done.')]);
    const place = printPlace(server);
    const hook = (file: string) => [{ hooks: [{ type: 'command', command: `touch ${file}` }] }];
    const hooks = { SessionStart: hook('STARTED'), PreToolUse: hook('CALLED'), Stop: hook('STOPPED') };
    const definition = { description: 'Is careful.', prompt: 'You are careful.', hooks };
    mkdirSync(join(place.cwd, '.claude/agents'), { recursive: true });
    const text = `---\nname: careful\ndescription: d\nhooks: ${JSON.stringify(hooks)}\n---\nYou are careful.\n`;
    if (from === 'file') writeFileSync(join(place.cwd, '.claude/agents/careful.md'), text);
    const given = from === 'file' ? [] : ['--agents', JSON.stringify({ careful: definition })];
    const { stdout, stderr, status } = await runPrint(place, 'go', ...STREAM, '--agent', 'careful', ...given);
    expect(status).toBe(0);
    const made = ['STARTED', 'CALLED', 'STOPPED'].map((file) => existsSync(join(place.cwd, file)));
    expect(made).toEqual([runs, runs, runs]);
    if (!runs) expect(stdout + stderr).toMatch(/is not trusted/);
  },
);

test('the recorded example has three agents read side by side, and one of them fail', async () => {
  await using server = await startModelServer([]);
  const place = printPlace(server);
  const examples = join(import.meta.dirname, '../../../../../examples/three-readers');
  cpSync(join(examples, 'project'), place.cwd, { recursive: true });
  const { stdout, status } = await runPrint(
    place,
    'go',
    ...STREAM,
    '--model',
    `replay:${join(examples, 'session.jsonl')}`,
  );
  expect(status).toBe(0);
  const messages = parseLines(stdout);
  expect(of(messages, 'system', 'task_started')).toHaveLength(3);
  const ends = of(messages, 'system', 'task_notification').map(({ status: end }) => end);
  expect(ends.toSorted()).toEqual(['completed', 'completed', 'failed']);
  expect(stdout).toContain('The agent (Explore) failed: ');
  expect(of(messages, 'result')).toMatchObject([
    { is_error: false, result: expect.stringContaining('search.md failed') },
  ]);
});

test('what an agent of an agent asks names the chain, also when a message has woken it', async () => {
  const waits = { run_in_background: false };
  await using server = await startModelServer(
    byTask({
      MAIN: [
        calls(agent({ prompt: 'TASK one', name: 'lead', ...waits })),
        calls(['SendMessage', { to: 'scout', message: 'And b?' }]),
        words('Waiting.'),
        words('Done.'),
      ],
      'TASK one': [calls(agent({ prompt: 'TASK two', name: 'scout', ...waits })), words('One.')],
      'TASK two': ['a', 'b'].flatMap((file) => [
        calls(['Write', { file_path: file, content: 'x' }]),
        words('Two.'),
      ]),
    }),
  );
  const talk = talkTo(startPrint(printPlace(server), ...BOTH_WAYS, '--permission-prompts', 'stdio'));
  talk.prompt('go');
  for (const [file, outermost] of [
    ['a', 'lead'],
    ['b', 'general-purpose'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one ask after the other
    const ask = await talk.next({ type: 'control_request', request: { subtype: 'can_use_tool' } });
    expect(ask['request']).toMatchObject({
      ...{ agent_chain: [outermost, 'scout'], agent_type: 'general-purpose' },
      title: expect.stringMatching(
        new RegExp(`^The agent ${outermost} \u203a scout wants to run Write ${file}$`),
      ),
    });
    talk.answer(ask, { behavior: 'allow' });
  }
  expect(await talk.end()).toBe(0);
});

test('a declined call does not end its agent; one that the user stops stays stopped', async () => {
  const place = (server: { readonly address: string }) => {
    const printed = printPlace(server);
    return { ...printed, env: { ...printed.env, CLAUDE_CODE_ENABLE_TASKS: '0' } };
  };
  const step = (content: string) => ({ content, status: 'pending', activeForm: content });
  for (const [answer, said, next] of [
    [{ behavior: 'deny' }, 'Nobody wanted it.', 'SendMessage continues with it'],
    [
      { behavior: 'deny', interrupt: true },
      'the user declined one of its calls and stopped it',
      'The user stopped worker',
    ],
    [undefined, 'the user stopped it', 'The user stopped worker'],
  ] as const) {
    await using server = await startModelServer(
      byTask({
        MAIN: [
          calls(['TodoWrite', { todos: [step('mine')] }]),
          calls(agent({ prompt: 'TASK one', name: 'worker', run_in_background: false })),
          calls(['TodoWrite', { todos: [] }]),
          ...(next.startsWith('The user')
            ? [calls(['SendMessage', { to: 'worker', message: 'Go on.' }])]
            : []),
          words('Done.'),
        ],
        TASK: [
          calls(['TodoWrite', { todos: [step('its')] }], ['Write', { file_path: 'new.txt', content: 'x' }]),
          words('Nobody wanted it.'),
        ],
      }),
    );
    const talk = talkTo(startPrint(place(server), ...BOTH_WAYS, '--permission-prompts', 'stdio'));
    talk.prompt('go');
    const { task_id = '' } = await talk.next({ type: 'system', subtype: 'task_started' });
    const asked = await talk.next({ type: 'control_request' });
    if (answer !== undefined) talk.answer(asked, answer);
    else talk.say({ type: 'control_request', request_id: '1', request: { subtype: 'stop_task', task_id } });
    await talk.next({ type: 'result', result: 'Done.' });
    expect(await talk.end()).toBe(0);
    const last = JSON.stringify(server.requests.at(-1)?.body);
    expect(last).toContain(said);
    expect(last).toContain(next);
    expect(last.includes('SendMessage continues with it')).toBe(!next.startsWith('The user'));
    const lists = JSON.stringify(talk.messages).match(/"oldTodos":\[[^\]]*\]/g);
    expect(lists).toEqual(['"oldTodos":[]', '"oldTodos":[]', expect.stringContaining('mine')]);
    expect(server.problems).toEqual([]);
  }
});

test('settings say which agent the main one is, and after how many agents the user is asked', async () => {
  await using server = await startModelServer(
    byTask({
      MAIN: [
        calls(
          agent({ prompt: 'TASK', run_in_background: false }),
          agent({ prompt: 'TASK', run_in_background: false }),
        ),
        words('Done.'),
      ],
      TASK: [words('Seven.')],
    }),
  );
  const place = printPlace(server);
  const agents = JSON.stringify({ careful: { description: 'Is careful.', prompt: 'You are careful.' } });
  const run = (settings: object, ...more: readonly string[]) =>
    runPrint(place, 'go', ...STREAM, '--agents', agents, '--settings', JSON.stringify(settings), ...more);
  const { stdout } = await run({ agent: 'careful', agents: { maxPerPrompt: 1 } });
  expect(JSON.stringify(server.requests[0]?.body)).toContain('You are careful.');
  expect(of(parseLines(stdout), 'result')).toMatchObject([{ permission_denials: [{ tool_name: 'Agent' }] }]);
  expect(stdout).toContain("One agent has been started since the user's last message");
  const wrong = await run({ agent: 'carefull' });
  expect(wrong.status).not.toBe(0);
  expect(wrong.stderr).toMatch(
    /^sluice: The setting "agent" is invalid: There is no agent "carefull"\. Did you mean careful\?/,
  );
  const flag = await run({ agent: 'carefull' }, '--agent', 'careful');
  expect(flag.status).toBe(0);
});

const STOP_HOOK = 'hooks: {"Stop":[{"hooks":[{"type":"command","command":"touch RAN"}]}]}';

const FROM_REPOSITORY: readonly (readonly [title: string, line: string, note: RegExp, isAdded: boolean])[] = [
  ['hooks', STOP_HOOK, /is not trusted/, false],
  ['hooks, where it is added to a trusted one', STOP_HOOK, /is not trusted/, true],
  ['a model that runs its package', 'model: ai-sdk:evil/x', /only --model, SLUICE_MODEL/, false],
  ['a model of another service', 'model: ollama/evil', /is not trusted/, false],
];

test.each(FROM_REPOSITORY)(
  'an agent of a repository that is not trusted works without %s',
  async (_, line, note, isAdded) => {
    await using server = await startModelServer(
      byTask({
        MAIN: [
          calls(agent({ prompt: 'TASK', subagent_type: 'own', run_in_background: false })),
          words('Done.'),
        ],
        TASK: [words('Worked.')],
      }),
    );
    const place = printPlace(server);
    const repository = isAdded ? scratch() : place.cwd;
    if (isAdded) await ended(startCli(['rules', 'trust', place.cwd], place));
    mkdirSync(join(repository, '.claude/agents'), { recursive: true });
    mkdirSync(join(place.cwd, 'node_modules/evil'), { recursive: true });
    writeFileSync(
      join(place.cwd, 'node_modules/evil/index.js'),
      `require('node:fs').writeFileSync(${JSON.stringify(join(place.cwd, 'RAN'))}, '');`,
    );
    writeFileSync(
      join(repository, '.claude/agents/own.md'),
      `---\nname: own\ndescription: Mine\n${line}\n---\nYou.\n`,
    );
    const { stdout, stderr, status } = await runPrint(place, 'go', ...STREAM, '--add-dir', repository);
    expect([status, existsSync(join(place.cwd, 'RAN'))]).toEqual([0, false]);
    expect(stdout + stderr).toMatch(note);
    expect(stdout).toContain('Worked.');
  },
);

test('the model of a session can not name a model that runs a package of the project', async () => {
  const input = { prompt: 'TASK', model: 'ai-sdk:evil/x', run_in_background: false };
  await using server = await startModelServer(
    byTask({ MAIN: [calls(agent(input)), words('Done.')], TASK: [words('Worked.')] }),
  );
  const { stdout } = await runPrint(printPlace(server), 'go', ...STREAM);
  expect(stdout).toContain('Its model ai-sdk:evil/x is not used: only --model');
  expect(stdout).toContain('Worked.');
});

test('an agent starts with the skills of its definition, and as the main one with its first prompt', async () => {
  await using server = await startModelServer(
    byTask({
      MAIN: [
        calls(agent({ prompt: 'TASK', subagent_type: 'rev', run_in_background: false })),
        words('Done.'),
      ],
      TASK: [words('Reviewed.')],
      HELLO: [words('Hi.'), words('Again.')],
    }),
  );
  const place = printPlace(server);
  mkdirSync(join(place.cwd, '.claude/agents'), { recursive: true });
  mkdirSync(join(place.cwd, '.claude/skills/style'), { recursive: true });
  writeFileSync(
    join(place.cwd, '.claude/skills/style/SKILL.md'),
    '---\ndescription: d\n---\nUse two blanks.\n',
  );
  const definition =
    '---\nname: rev\ndescription: d\nskills: style, absent\ninitialPrompt: Say HELLO.\n---\nYou review.\n';
  writeFileSync(join(place.cwd, '.claude/agents/rev.md'), definition);
  const { stdout, stderr } = await runPrint(place, 'go', ...STREAM);
  expect(stderr).toBe('');
  expect(JSON.stringify(server.requests[1]?.body['messages'])).toMatch(/TASK.*Use two blanks\./);
  expect(stdout).toContain('It started without the skill absent: There is no skill');

  const main = await runPrint(place, 'And you?', '--agent', 'rev', '--session-id', SESSION);
  const missing = /^sluice: Agent rev: It started without the skill absent: [^\n]*\n$/;
  expect([main.stdout, main.stderr]).toEqual(['Hi.\n', expect.stringMatching(missing)]);
  const resumed = await runPrint(place, 'More.', '--agent', 'rev', '--resume', SESSION);
  expect([resumed.stdout, resumed.stderr]).toEqual(['Again.\n', '']);
  const said = JSON.stringify(server.requests.at(-1)?.body['messages']);
  expect(said.split('Say HELLO.')).toHaveLength(2);
  expect(said).toMatch(/Say HELLO\..*And you\?.*Hi\..*More\./);
});

const SESSION = '5f3f0d3e-4c55-4f6e-9d7e-2b8f4f0f7a11';

test('/agents lists the types and what was opened', async () => {
  await using server = await startModelServer(
    byTask({
      MAIN: [calls(agent({ prompt: 'TASK one', run_in_background: false }, 'toolu_1')), words('Done.')],
      TASK: [words('It holds seven.')],
    }),
  );
  const place = printPlace(server);
  mkdirSync(join(place.cwd, '.claude/agents'), { recursive: true });
  const file = join(place.cwd, '.claude/agents/odd.md');
  writeFileSync(file, '---\nname: odd\ndescription: Odd one\ntools: ls, Search\n---\nWork.\n');
  const talk = talkTo(startPrint(place, ...BOTH_WAYS));
  talk.prompt('go');
  await talk.next({ type: 'result', result: 'Done.' });
  talk.prompt('/agents');
  const { result } = await talk.next({ type: 'result' });
  expect(result).toMatch(/general-purpose \(built in\): Any task/);
  expect(result).toContain(`odd (${file}): Odd one`);
  expect(result).toContain('No built-in tool is called Search');
  expect(result).toMatch(
    /Started in this session:\na[0-9a-f]{16} general-purpose \(general-purpose\), completed/,
  );
  expect(await talk.end()).toBe(0);
});

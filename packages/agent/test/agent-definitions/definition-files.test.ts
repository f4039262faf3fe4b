import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DefinitionFiles, type DefinitionPlace } from '../../src/agent-definitions/definition-files.ts';
import { parseAgentsJson } from '../../src/agent-definitions/parse-agents-json.ts';
import { readAgentsJson } from '../../src/agent-definitions/read-agents-json.ts';

const unreadable = (hooks: unknown): Promise<string | undefined> =>
  Promise.resolve(JSON.stringify(hooks).includes('broken') ? 'Write a list.' : undefined);

const HEAD = 'description: Looks.';

async function read(files: Readonly<Record<string, string>>, more: Partial<DefinitionPlace> = {}) {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-definitions-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  const place = { directory, source: 'user', scope: 'person', isTrusted: () => true, ...more } as const;
  return new DefinitionFiles({ refusalOf: () => undefined }, unreadable).read([place]);
}

/** What a file with these lines grants, denies, and is told. */
async function toolsOf(...lines: readonly string[]): Promise<unknown> {
  const [parsed] = await read({ 'a.md': ['---', 'name: a', HEAD, ...lines, '---', ''].join('\n') });
  if (parsed?.ok !== true) return parsed?.problem.message;
  const { definition, notes = [] } = parsed;
  return [definition.tools, definition.disallowedTools, notes.map(({ message }) => message)];
}

it.each([
  [['tools: read, grep'], [['Read', 'Grep'], [], []]],
  [['tools: LS, MultiEdit, Task, KillBash'], [['Glob', 'Edit', 'Agent', 'TaskStop'], [], []]],
  [['tools: all'], [undefined, [], []]],
  [['tools: croncreate, ListMcpResourcesTool'], [['CronCreate', 'ListMcpResourcesTool'], [], []]],
  [['tools: [Read, "*"]'], [undefined, [], []]],
  [
    ['tools:', '  read: true', '  write: false', '  bash: true'],
    [['Read', 'Bash'], [], []],
  ],
  [['tools: mcp__gh, mcp__gh__x, bash(*)'], [['mcp__gh', 'mcp__gh__x', 'Bash(*)'], [], []]],
  [
    ['tools: [Read, Search]'],
    [['Read', 'Search'], [], [expect.stringMatching(/^No built-in tool is called Search/)]],
  ],
  [['disallowedTools: bash(rm *), WRITE'], [undefined, ['Bash(rm *)', 'Write'], []]],
  [['tools: bash(git *)'], [['Bash(git *)'], [], []]],
  [['tools: Read(src/**)'], expect.stringContaining("can't limit a tool to some calls")],
  [['memory: user'], [undefined, [], []]],
  [
    ['disallowedTools: Bsh, Write'],
    [undefined, ['Bsh', 'Write'], [expect.stringMatching(/^No built-in tool is called Bsh/)]],
  ],
  [['disallowed-tools: Bash'], expect.stringContaining('Write `disallowedTools`')],
  [['permissionmode: plan'], expect.stringContaining('Write `permissionMode`')],
  [['allowed-tools: Read'], expect.stringContaining('Write `tools`')],
  [['tool: Read'], expect.stringContaining('Write `tools`')],
  [
    ['title: x', 'mode: y', 'version: 1', 'skill: z'],
    [undefined, [], []],
  ],
  [['hooks:', '  Stop: broken'], expect.stringMatching(/hooks are invalid\. Write a list\.$/)],
  [
    ['hooks:', '  Stop: []'],
    [undefined, [], []],
  ],
  [
    ['tools:', '  write: false', '  bash: false'],
    [undefined, ['Write', 'Bash'], []],
  ],
])('%j', async (lines, expected) => {
  expect(await toolsOf(...lines)).toEqual(expected);
});

it('a byte order mark and ends of lines from Windows break no file', async () => {
  const [parsed] = await read({
    'a.md': '\ufeff' + ['---', 'name: a', HEAD, 'tools: Read', '---', 'Look.', ''].join('\r\n'),
  });
  expect(parsed).toMatchObject({ ok: true, definition: { name: 'a', tools: ['Read'] } });
  expect(parsed?.ok === true && parsed.definition.prompt?.trim()).toBe('Look.');
});

it('two files of one place with the same name: the first by path is used, and both are named', async () => {
  const text = (name: string): string => `---\nname: ${name}\n${HEAD}\n---\n`;
  const [first, other, third, told, ...rest] = await read({
    'a/one.md': text('twin'),
    'b.md': text('other'),
    'c.md': text('twin'),
  });
  expect([first?.ok, other?.ok, third?.ok, rest]).toEqual([true, true, true, []]);
  expect(told).toEqual({
    ok: false,
    problem: {
      file: expect.stringMatching(/\/c\.md$/),
      line: undefined,
      message: expect.stringMatching(
        /^This file is not used: .*\/a\/one\.md has the same name, "twin"\. Rename one of them\.$/,
      ),
    },
  });
});

it('agents of Gemini CLI have its names of tools, and are told what has no counterpart', async () => {
  const lines = [
    'tools: [read_file, run_shell_command]',
    'max_turns: 7',
    'temperature: 0.2',
    'timeout_mins: 3',
  ];
  const files = {
    'local.md': ['---', 'name: local', HEAD, ...lines, '---', 'You.'].join('\n'),
    'remote.md': ['---', 'name: remote', HEAD, 'kind: remote', '---', ''].join('\n'),
  };
  expect(await read(files, { program: 'gemini' })).toMatchObject([
    {
      definition: { tools: ['Read', 'Bash'], maxTurns: 7, prompt: 'You.' },
      notes: [
        { line: 6, message: 'temperature has no effect in Sluice.' },
        { line: 7, message: 'timeout_mins has no effect in Sluice.' },
      ],
    },
    { ok: false, problem: { line: 4, message: expect.stringContaining('Remote agents') } },
  ]);
});

it('agents of Codex are TOML: what they may is kept or told, and a mistake has its line', async () => {
  const files = {
    'look.toml': [
      'name = "look"',
      'description = "Looks."',
      'model_reasoning_effort = "minimal"',
      'sandbox_mode = "read-only"',
      'nickname_candidates = ["a"]',
      'developer_instructions = """',
      'Look around.',
      '"""',
      '[mcp_servers.docs]',
      'url = "https://example.com"',
    ].join('\n'),
    'write.toml': 'description = "Writes."\nsandbox_mode = "danger-full-access"\n',
    'x.toml': 'name = "x"\ndescription = \n',
    'notes.md': '# Notes\n',
  };
  expect(await read(files, { program: 'codex', isToml: true, takesFileName: true })).toMatchObject([
    {
      definition: {
        ...{ name: 'look', description: 'Looks.', prompt: 'Look around.', effort: 'low' },
        ...{ permissionMode: 'plan', disallowedTools: ['Edit', 'Write', 'NotebookEdit'], tools: undefined },
      },
      notes: [
        { line: 9, message: 'mcp_servers has no effect in Sluice.' },
        { line: 5, message: 'nickname_candidates has no effect in Sluice.' },
      ],
    },
    {
      definition: { name: 'write', permissionMode: undefined },
      notes: [{ line: 2, message: 'sandbox_mode has no effect in Sluice.' }],
    },
    { ok: false, problem: { line: 2, message: expect.stringMatching(/^Invalid TOML: /) } },
  ]);
});

it.each([
  [
    ['permission:', '  edit: deny', '  bash:', '    "rm *": deny', '    "*": ask'],
    ['Edit', 'Write', 'NotebookEdit', 'Bash(rm *)'],
    [],
  ],
  [
    ['steps: 4', 'permission: { webfetch: deny, other: deny }', 'disallowedTools: Bash'],
    ['Bash', 'WebFetch', 'other'],
    ['other'],
  ],
])('an agent of opencode is denied what its permission denies: %j', async (lines, denied, unknown) => {
  const head = ['---', HEAD, ...(lines[0] === 'steps: 4' ? [] : ['maxSteps: 4']), 'temperature: 0.1'];
  const files = { 'a.md': [...head, ...lines, '---', 'You.'].join('\n') };
  expect(await read(files, { program: 'opencode', takesFileName: true })).toMatchObject([
    {
      definition: { name: 'a', disallowedTools: denied, maxTurns: 4 },
      notes: [
        ...unknown.map((name) => ({ message: expect.stringContaining(`is called ${name}:`) })),
        { message: 'temperature has no effect in Sluice.' },
      ],
    },
  ]);
});

it.each([
  ['primary', [{ line: 3, message: 'mode has no effect in Sluice.' }]],
  ['subagent', []],
  ['all', []],
])('an agent of opencode with the mode %s is one that others open', async (mode, notes) => {
  const files = { 'a.md': ['---', HEAD, `mode: ${mode}`, '---', 'You.'].join('\n') };
  expect(await read(files, { program: 'opencode', takesFileName: true })).toMatchObject([
    { definition: { name: 'a' }, notes },
  ]);
});

it.each([
  ['background: yes', { background: true }, []],
  ['background: Off', { background: false }, []],
  ['background: 1', { background: true }, []],
  ['omitClaudeMd: on', { readsInstructions: false }, []],
  [
    'background: perhaps',
    { background: undefined },
    [{ line: 4, message: expect.stringContaining('background has no effect') }],
  ],
  [
    'omitClaudeMd: []',
    { readsInstructions: true },
    [{ line: 4, message: expect.stringContaining('must be true or false') }],
  ],
])('%s leaves the agent as it is otherwise', async (line, definition, notes) => {
  const files = { 'a.md': ['---', 'name: a', HEAD, line, '---', ''].join('\n') };
  expect(await read(files)).toMatchObject([{ definition: { name: 'a', ...definition }, notes }]);
});

it('an agent of opencode that is switched off is none, and one that denies what is not known here is left out', async () => {
  const files = {
    'off.md': ['---', HEAD, 'disable: true', '---', ''].join('\n'),
    'part.md': ['---', HEAD, 'permission:', '  edit: { "*.env": deny }', '---', ''].join('\n'),
    'wrong.md': ['---', HEAD, 'permission: deny', '---', ''].join('\n'),
  };
  expect(await read(files, { program: 'opencode', takesFileName: true })).toMatchObject([
    { ok: false, problem: { line: 3, message: expect.stringContaining('permission.edit') } },
    { ok: false, problem: { line: 3, message: expect.stringContaining('must be a map') } },
  ]);
});

it('documentation among the files is no agent, and no mistake', async () => {
  const files = {
    'README.md': '# Agents\n',
    'notes/about.md': `---\n${HEAD}\n---\nHow to.\n`,
    'a.md': `---\nname: a\n${HEAD}\n---\n`,
    'b.md': '---\nname: b\n---\n',
  };
  expect(await read(files)).toMatchObject([
    { ok: true, definition: { name: 'a' } },
    { ok: false, problem: { message: expect.stringContaining('description is missing') } },
  ]);
});

it('a file of a plugin or another program has the name of the file', async () => {
  const files = { 'look.md': `---\n${HEAD}\n---\n` };
  expect(await read(files, { prefix: 'plug' })).toMatchObject([{ definition: { name: 'plug:look' } }]);
  expect(await read(files, { takesFileName: true })).toMatchObject([{ definition: { name: 'look' } }]);
});

it("a plugin's directories take their places in the prompts of its agents, and only there", async () => {
  const files = { 'look.md': `---\n${HEAD}\n---\nRun \${CLAUDE_PLUGIN_ROOT}/x in \${CLAUDE_PLUGIN_DATA}.\n` };
  const prompts = await Promise.all([
    read(files, { prefix: 'plug', plugin: { root: '/plug', data: '/data' } }),
    read(files, { takesFileName: true }),
  ]);
  expect(prompts).toMatchObject([
    [{ definition: { prompt: 'Run /plug/x in /data.' } }],
    [{ definition: { prompt: 'Run ${CLAUDE_PLUGIN_ROOT}/x in ${CLAUDE_PLUGIN_DATA}.' } }],
  ]);
});

it('a file of a plugin without frontmatter is an agent, described by its first paragraph', async () => {
  const body =
    '```sh\n# no heading\n\n~~~\nmake\n```\n# Reviews\n\nReviews a change\nfor bugs.\n\nBe strict.';
  const files = { 'empty.md': '', 'not a name.md': body, 'review.md': `${body}\n` };
  expect(await read(files, { prefix: 'plug' })).toMatchObject([
    { ok: false, problem: { message: expect.stringContaining('description is missing') } },
    { ok: false, problem: { message: expect.stringContaining('not a valid name') } },
    {
      definition: {
        ...{ name: 'plug:review', description: 'Reviews a change for bugs.', prompt: body },
        ...{ tools: undefined, permissionMode: undefined },
      },
    },
  ]);
  expect(await read(files, { takesFileName: true })).toEqual([]);
});

it('what a plugin can not decide is ignored, and told', async () => {
  const lines = ['name: a', HEAD, 'permissionMode: acceptEdits', 'hooks: {}', 'mcpServers: [x]'];
  const [parsed] = await read({ 'a.md': `---\n${lines.join('\n')}\n---\n` }, { prefix: 'plug' });
  expect(parsed).toMatchObject({
    definition: { name: 'plug:a', permissionMode: undefined, hooks: undefined, mcpServers: [] },
    notes: [
      { line: 4, message: 'permissionMode is ignored in a plugin.' },
      { line: 5, message: 'hooks is ignored in a plugin.' },
      { line: 6, message: 'mcpServers is ignored in a plugin.' },
    ],
  });
});

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const jsonOf = (more: string): string => `{"a":{"description":"x","prompt":"y"${more}}}`;

it.each([
  ['a list', '[]', 'must map names to agents'],
  ['an agent that is none', '{"a":null}', '"a" must be an object.'],
  ['a prompt that is not text', '{"a":{"description":"x","prompt":{}}}', 'prompt of "a" must be text.'],
  ['a list of tools in a list', jsonOf(',"tools":[["Read"]]'), 'tools must be a list of texts.'],
  ['a number of tools', jsonOf(',"tools":5'), 'tools must be a list of texts.'],
  ['a mode of the prototype', jsonOf(',"permissionMode":"toString"'), 'permissionMode must be'],
  ['hooks without end', jsonOf(`,"hooks":${deep(50_000)}`), 'more than 64 levels deep'],
  ['servers without end', jsonOf(`,"mcpServers":[${deep(50_000)}]`), 'more than 64 levels deep'],
  ['a list of tools without end', jsonOf(`,"tools":${'['.repeat(50_000)}${']'.repeat(50_000)}`), '64 levels'],
  ['a name with signs for the terminal', '{"a\u009b2J\u202e":1}', String.raw`"a\u009b2J\u202e" must be`],
  ['a name without end', JSON.stringify({ ['n'.repeat(1e6)]: 1 }), `"${'n'.repeat(100)}…" must be`],
  [
    'a misspelled key of rights',
    jsonOf(',"disallowed-tools":["Bash"]'),
    '"a": "disallowed-tools" is not a key of agents. Write `disallowedTools`.',
  ],
  [
    'a misspelled mode',
    jsonOf(',"permissionmode":"plan"'),
    '"permissionmode" is not a key of agents. Write `permissionMode`.',
  ],
  ['a tool without end', jsonOf(`,"tools":"${'('.repeat(1e5)}"`), 'has no closing parenthesis'],
])('JSON with %s is refused in a short message', (_, text, expected) => {
  const parsed = parseAgentsJson(text);
  const message = parsed.ok ? 'it was taken' : parsed.message;
  expect(message).toContain(expected);
  expect(message.length).toBeLessThan(500);
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

it('JSON with keys of the prototype defines agents and nothing else', () => {
  const one = '{"description":"x","prompt":"y\uD800","tools":{"__proto__":true,"constructor":true}}';
  const parsed = parseAgentsJson(
    `{"__proto__":${one},"constructor":${one},"a":{"description":"x","prompt":"y","__proto__":{"tools":["Bash"]}}}`,
  );
  expect(parsed).toMatchObject({
    definitions: [
      { name: '__proto__', tools: ['__proto__', 'constructor'], prompt: 'y\uFFFD' },
      { name: 'constructor' },
      { name: 'a', tools: undefined },
    ],
  });
  expect(Object.keys(Object.prototype)).toEqual([]);
});

it('JSON without a prompt defines an agent, and says what it works with', () => {
  expect(parseAgentsJson('{"a":{"description":"x","promt":"y"}}')).toMatchObject({
    definitions: [{ name: 'a', prompt: undefined }],
    notes: ['"a": it has no prompt, so it works with the built-in one. Add "prompt": "…".'],
  });
});

it('JSON with hooks that cannot be read is refused, with the reason', async () => {
  const judge = async (hooks: unknown) =>
    JSON.stringify(hooks).includes('PreTolUse') ? 'It is no event.' : undefined;
  const of = (hooks: object): string => jsonOf(`,"hooks":${JSON.stringify(hooks)}`);
  const refused = { ok: false, message: `"a": its hooks are invalid. It is no event.` };
  expect(await readAgentsJson(of({ PreTolUse: [] }), judge)).toEqual(refused);
  expect(await readAgentsJson(of({ PreToolUse: [] }), judge)).toMatchObject({ ok: true });
  expect(await readAgentsJson('[]', judge)).toMatchObject({ ok: false });
});

it('JSON names tools as files do', () => {
  expect(parseAgentsJson('{"a":{"description":"x","prompt":"y","tools":["read","ls"]}}')).toMatchObject({
    definitions: [{ tools: ['Read', 'Glob'] }],
  });
});

it.each(['*', 'a:b', '-a', 'a b', 'Agent(a)', 'a\uD800', 'a\u202Eb', 'a\u200Bb', 'a'.repeat(65)])(
  'the name %j is refused, since it could not be told from another or written in a rule',
  async (name) => {
    const [parsed] = await read({ 'a.md': `---\nname: ${JSON.stringify(name)}\n${HEAD}\n---\n` });
    expect(parsed).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining('not a valid name') },
    });
  },
);

it('a repository with thousands of files takes no room from the files of the user, and what is left out is told', async () => {
  const [many, own] = [1_002, 1].map((count, place) => {
    const directory = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-definitions-')));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    for (let at = 0; at < count; at += 1) {
      const name = `p${place}-${String(at).padStart(4, '0')}`;
      writeFileSync(join(directory, `${name}.md`), `---\nname: ${name}\n${HEAD}\n---\n`);
    }
    return { directory, source: 'user', scope: 'person', isTrusted: () => true } as const;
  });
  if (many === undefined || own === undefined) throw new Error('two places');
  const found = await new DefinitionFiles({ refusalOf: () => undefined }, unreadable).read([many, own]);
  const names = found.flatMap((one) => (one.ok ? [one.definition.name] : []));
  expect([names.length, names.at(-1)]).toEqual([1_001, 'p1-0000']);
  expect(found.filter((one) => !one.ok)).toMatchObject([
    {
      problem: {
        file: join(many.directory, 'p0-1000.md'),
        message: expect.stringContaining('more than 1000 files'),
      },
    },
  ]);
});

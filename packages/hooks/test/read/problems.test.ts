import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandHooks, type HookSessionContext } from '../../src/index.ts';
import { loadSettings, problemText, trustDirectory } from '../../../settings/src/index.ts';
import { makeScratch, type Scratch } from '../../../settings/test/scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

const USER = 'home/.sluice/settings.json';
const POLICY = 'managed/managed-settings.json';
const PROJECT = 'project/.claude/settings.json';
const LOCAL = 'project/.claude/settings.local.json';

const command = { type: 'command', command: 'true' };
const group = { hooks: [command] };

function read(loaded = loadSettings(scratch.options), more: Partial<HookSessionContext> = {}) {
  const { hooks, problems } = commandHooks(loaded, {
    processes: { run: () => Promise.reject(new Error('nothing runs here')) },
    env: {},
    sessionId: () => 's',
    transcriptPath: () => '/t',
    permissionMode: () => 'default',
    knownTools: ['Bash', 'Edit', 'Write', 'mcp__memory__store'],
    ...more,
    ruleMatcher: () => () => true,
    keepText: async () => undefined,
  });
  return { hooks, problems: [...loaded.problems, ...problems].map(problemText) };
}

describe('what is written wrongly is told with file and line', () => {
  /** The problem's line is that on which `@` stands, which is taken out. */
  const rows: [title: string, text: string, problem: RegExp, running?: number][] = [
    ['no object', '{\n@"hooks": []\n}', /"hooks" is not an object/],
    [
      'an unknown event',
      '{"hooks": {\n@"PreTooluse": []\n}}',
      /no hook event "PreTooluse".*did you mean "PreToolUse"\?/,
    ],
    ['an event that is like none', '{"hooks": {\n@"Whatever": []\n}}', /no hook event "Whatever".*remove it/],
    [
      'an event outside of hooks',
      '{\n@"PreToolUse": [],\n"hooks": {}}',
      /"PreToolUse" has no effect here.*inside "hooks"/,
    ],
    [
      'an event that is not a list',
      '{"hooks": {\n@"PreToolUse": {"hooks": []}\n}}',
      /"PreToolUse" is not a list/,
    ],
    [
      'an entry that is not an object',
      '{"hooks": {"PreToolUse": [\n@"true"\n]}}',
      /This entry of "PreToolUse" is not an object/,
    ],
    [
      'a handler one level too high',
      '{"hooks": {"PreToolUse": [\n@{"type": "command", "command": "true"}\n]}}',
      /is one level too high/,
    ],
    [
      'an entry without hooks',
      '{"hooks": {"PreToolUse": [\n@{"matcher": "Bash"}\n]}}',
      /has no list of "hooks"/,
    ],
    [
      'a matcher that is a list',
      '{"hooks": {"PreToolUse": [{\n@"matcher": ["Edit"], "hooks": []\n}]}}',
      /join the names with \|/,
    ],
    [
      'a misspelled matcher',
      '{"hooks": {"PreToolUse": [{\n@"matchers": "Edit", "hooks": []\n}]}}',
      /"matchers" has no effect here: did you mean "matcher"\?/,
    ],
    [
      'a timeout beside hooks',
      '{"hooks": {"PreToolUse": [{\n@"timeout": 3, "hooks": []\n}]}}',
      /"timeout" has no effect here: write it inside an entry of "hooks"/,
    ],
    [
      'a handler that is a text',
      '{"hooks": {"PreToolUse": [{"hooks": [\n@"true"\n]}]}}',
      /This hook is not an object/,
    ],
    [
      'a handler without a type',
      '{"hooks": {"PreToolUse": [{"hooks": [\n@{"command": "true"}\n]}]}}',
      /no "type" and does not run: add "type": "command"/,
    ],
    [
      'an unknown type',
      '{"hooks": {"PreToolUse": [{"hooks": [{\n@"type": "comand"\n}]}]}}',
      /no hook type "comand".*did you mean "command"\?/,
    ],
    [
      'a type that is like none',
      '{"hooks": {"PreToolUse": [{"hooks": [{\n@"type": "x"\n}]}]}}',
      /the types are command, http, mcp_tool, prompt and agent/,
    ],
    [
      'no command',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command",\n@"command": " "\n}]}]}}',
      /This hook has no "command"/,
    ],
    [
      'a command under another name',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command",\n@"cmd": "true"\n}]}]}}',
      /"cmd" is not a key of hooks, so this one does not run: did you mean "command"\?/,
    ],
    [
      'no command at all',
      '{"hooks": {"PreToolUse": [{"hooks": [\n@{"type": "command"}\n]}]}}',
      /This hook has no "command"/,
    ],
    [
      'a timeout in milliseconds',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a",\n@"timeout": 5000\n}]}]}}',
      /"timeout" is in seconds, and 5000 seconds are 1.4 hours: if you meant milliseconds, write 5/,
      1,
    ],
    [
      'a rule about a tool that the matcher never takes',
      '{"hooks": {"PreToolUse": [{"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "a",\n@"if": "Bash(git *)"\n}]}]}}',
      /This "if" is about Bash, which its matcher never matches, so this hook never runs/,
      1,
    ],
    [
      'a matcher that takes tools of the past alone',
      '{"hooks": {"PreToolUse": [{\n@"matcher": "MultiEdit|LS", "hooks": [{"type": "command", "command": "a"}]\n}]}}',
      /matches no tool that Sluice has, so these hooks never run: Edit replaces MultiEdit; Glob replaces LS\.$/,
      1,
    ],
    [
      'a matcher that takes a tool of another program alone',
      '{"hooks": {"PreToolUse": [{\n@"matcher": "WaitForMcpServers", "hooks": [{"type": "command", "command": "a"}]\n}]}}',
      /matches no tool that Sluice has, so these hooks never run\.$/,
      1,
    ],
    [
      'a matcher for what nothing gives yet',
      '{"hooks": {"SessionEnd": [{\n@"matcher": "logout", "hooks": [{"type": "command", "command": "a"}]\n}]}}',
      /matches only values of "reason" that Sluice doesn't use yet.*use clear, resume, prompt_input_exit, other\.$/,
    ],
    [
      'a matcher for a failure by a name that it does not have',
      '{"hooks": {"StopFailure": [{\n@"matcher": "authentication", "hooks": [{"type": "command", "command": "a"}]\n}]}}',
      /matches no "error" that StopFailure can have, so these hooks never run: use authentication_failed, /,
      0,
    ],
    [
      'a matcher for a failure that Sluice never tells of',
      '{"hooks": {"StopFailure": [{\n@"matcher": "max_output_tokens", "hooks": [{"type": "command", "command": "a"}]\n}]}}',
      /matches only values of "error" that Sluice doesn't use yet/,
      0,
    ],
    [
      'a value that never occurs, beside one that does',
      '{"hooks": {"StopFailure": [{\n@"matcher": "rate_limit|overload", "hooks": [{"type": "command", "command": "a"}]\n}]}}',
      /doesn't match everything it seems to: StopFailure has no "overload" \(did you mean "overloaded"\?\)/,
      0,
    ],
    [
      'several values that never occur',
      '{"hooks": {"SessionStart": [{\n@"matcher": "startup|begin|Resume", "hooks": [{"type": "command", "command": "a"}]\n}]}}',
      /SessionStart has no "begin" and no "Resume" \(did you mean "resume"\?\)\. It has startup, resume, clear, compact, fork\.$/,
      0,
    ],
    [
      'a matcher of FileChanged with a path',
      '{"hooks": {"FileChanged": [{\n@"matcher": ".env|config/.env", "hooks": [{"type": "command", "command": "a"}]\n}]}}',
      /names "config\/\.env", but FileChanged compares only file names.*Write "\.env", and return the full path as "watchPaths" from a SessionStart hook/,
      0,
    ],
    [
      'a question that is none',
      '{"hooks": {"Stop": [{"hooks": [\n@{"type": "prompt", "prompt": " "}\n]}]}}',
      /This hook has no "prompt" and does not run/,
      0,
    ],
    [
      'a tool of no server',
      '{"hooks": {"Stop": [{"hooks": [\n@{"type": "mcp_tool", "tool": "t"}\n]}]}}',
      /This hook has no "server" and does not run/,
      0,
    ],
    [
      'an input that is none',
      '{"hooks": {"Stop": [{"hooks": [{"type": "mcp_tool", "server": "s", "tool": "t",\n@"input": "x"\n}]}]}}',
      /"input" is not an object, so this hook does not run/,
      0,
    ],
    [
      'arguments that are not texts',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a",\n@"args": [1]\n}]}]}}',
      /"args" is not a list of texts/,
    ],
    [
      'a matcher inside the handler',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a",\n@"matcher": "Edit"\n}]}]}}',
      /"matcher" has no effect here: move it next to "hooks", one level up/,
      1,
    ],
    [
      'a misspelled field',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a",\n@"timout": 3\n}]}]}}',
      /"timout" is not a key of hooks.*did you mean "timeout"\?/,
      1,
    ],
    [
      'a timeout that is none',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a",\n@"timeout": "30"\n}]}]}}',
      /"timeout" is not a number of seconds above 0/,
      1,
    ],
    [
      'a switch that is none',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a",\n@"async": "yes"\n}]}]}}',
      /"async" is neither true nor false/,
      1,
    ],
    [
      'a failure policy that is none: the tight one',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a",\n@"onFailure": "deny"\n}]}]}}',
      /"onFailure" can't be "deny" and is treated as "block"/,
      1,
    ],
    [
      'a rule that is none',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a",\n@"if": "Bash("\n}]}]}}',
      /This "if" is not a rule/,
      1,
    ],
    [
      'a rule where no tool is',
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a",\n@"if": "Bash"\n}]}]}}',
      /"if" is about tools, but "Stop" isn't/,
    ],
    [
      'PowerShell',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a",\n@"shell": "powershell"\n}]}]}}',
      /Hooks for PowerShell can't run yet/,
      1,
    ],
    [
      'a matcher where there is nothing to match',
      '{"hooks": {"Stop": [{\n@"matcher": "Bash", "hooks": [{"type": "command", "command": "a"}]\n}]}}',
      /has no effect, because Stop has nothing to match/,
    ],
    [
      'a matcher that takes no value of its event',
      '{"hooks": {"SessionStart": [{\n@"matcher": "start", "hooks": [{"type": "command", "command": "a"}]\n}]}}',
      /matches no "source" that SessionStart can have.*startup, resume, clear, compact, fork/,
    ],
    [
      'a type that its event does not know',
      '{"hooks": {"SessionStart": [{"hooks": [{\n@"type": "http", "url": "http://localhost/"\n}]}]}}',
      /Hooks of type "http" aren't supported for SessionStart.*use command, mcp_tool/,
    ],
    [
      'a URL that is none',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "http",\n@"url": "localhost:80"\n}]}]}}',
      /This hook does not run, because its "url" is neither http: nor https:/,
    ],
    [
      'headers that are not texts',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "http", "url": "http://localhost/",\n@"headers": {"a": 1}\n}]}]}}',
      /"headers" is not an object of texts/,
    ],
    [
      'a failure that would never let the work end',
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a",\n@"onFailure": "block"\n}]}]}}',
      /"onFailure" has no effect for Stop/,
    ],
    [
      'a matcher in small letters',
      '{"hooks": {"PreToolUse": [{\n@"matcher": "bash", "hooks": [{"type": "command", "command": "a"}]\n}]}}',
      /no tool is named bash, and names are case-sensitive; did you mean Bash\?/,
      1,
    ],
    [
      'a matcher for a server',
      '{"hooks": {"PreToolUse": [{\n@"matcher": "mcp__memory", "hooks": [{"type": "command", "command": "a"}]\n}]}}',
      /write mcp__memory__\.\*/,
      1,
    ],
    [
      'a matcher that no tool has',
      '{"hooks": {"PreToolUse": [{\n@"matcher": "Edit|Frobnicate", "hooks": [{"type": "command", "command": "a"}]\n}]}}',
      /no tool is named Frobnicate/,
      1,
    ],
    [
      'a rule as a matcher',
      '{"hooks": {"PreToolUse": [{\n@"matcher": "Bash(git *)", "hooks": [{"type": "command", "command": "a"}]\n}]}}',
      /no known tool has a matching name/,
      1,
    ],
    [
      'a matcher that is not an expression',
      '{"hooks": {"PreToolUse": [{\n@"matcher": "Bash(", "hooks": [{"type": "command", "command": "a"}]\n}]}}',
      /is not a valid regular expression/,
      1,
    ],
    [
      'a matcher that takes years',
      '{"hooks": {"PreToolUse": [{\n@"matcher": "(([A-Za-z_]+)+)+(?!)", "hooks": [{"type": "command", "command": "a"}]\n}]}}',
      /takes too long to evaluate, so these hooks run for every tool/,
      1,
    ],
  ];
  it.each(rows)('%s', (_, text, problem, running = 0) => {
    const line = text.slice(0, text.indexOf('@')).split('\n').length;
    scratch.write(USER, text.replace('@', ''));
    const { hooks, problems } = read();
    // That no one runs a hook is told beside.
    const wrong = problems.filter((each) => !each.includes("can't run yet") || problem.test(each));
    expect(wrong).toEqual([expect.stringMatching(problem)]);
    expect(wrong[0]).toMatch(new RegExp(`/home/\\.sluice/settings\\.json:${line}:\\d+: `));
    expect(hooks).toHaveLength(running);
  });

  it.each([
    ['mcp_tool', { server: 'memory', tool: 'store' }],
    ['prompt', { prompt: 'Is it safe?' }],
    ['agent', { prompt: 'Is it safe?' }],
  ])('hooks of type %s: not available yet', async (type, fields) => {
    const group = { hooks: [{ type, ...fields }] };
    scratch.write(USER, { hooks: { PreToolUse: [group], PostToolUse: [group] } });
    const { hooks, problems } = read();
    expect(problems).toEqual([
      expect.stringMatching(
        new RegExp(`Hooks of type "${type}" can't run yet.*each call that it matches asks`),
      ),
      expect.stringMatching(/can't run yet\. It fails every time and decides nothing: remove it/),
    ]);
    expect(hooks.map(({ event }) => event)).toEqual(['PreToolUse', 'PostToolUse']);
    const [hook] = hooks;
    const call = {
      callId: 'c',
      messageId: 'm',
      toolName: 'Bash',
      input: {},
      cwd: '/',
      signal: new AbortController().signal,
    };
    const said = hook?.event === 'PreToolUse' ? await hook.run(call) : undefined;
    expect(said).toMatchObject({
      decision: 'ask',
      reason: expect.stringMatching(/can't run yet.*settings\.json:\d+/),
    });
  });

  it("a guard that can't run and whose failure is to block denies", async () => {
    scratch.write(USER, {
      hooks: { PreToolUse: [{ hooks: [{ type: 'http', url: 'http://x', onFailure: 'block' }] }] },
    });
    const [hook] = read().hooks;
    const call = {
      callId: 'c',
      messageId: 'm',
      toolName: 'Bash',
      input: {},
      cwd: '/',
      signal: new AbortController().signal,
    };
    expect(hook?.event === 'PreToolUse' ? await hook.run(call) : undefined).toMatchObject({
      decision: 'deny',
    });
  });

  it('events that nothing fires yet, and fields that no one knows, are no problem', () => {
    const hooks = Object.fromEntries(
      ['Stop', 'SessionStart', 'PreCompact', 'Notification', 'MessageDisplay'].map((event) => [
        event,
        [{ matcher: '', hooks: [{ ...command, rewakeMessage: 'x', custom: 1, statusMessage: 'y' }] }],
      ]),
    );
    scratch.write(USER, { hooks });
    expect(read()).toEqual({ hooks: [], problems: [] });
  });

  it('one bad entry leaves the others', () => {
    scratch.write(USER, {
      hooks: { Nonsense: 1, PreToolUse: [1, { hooks: [1, command] }, group], PostToolUse: [group] },
    });
    const { hooks, problems } = read();
    expect(hooks.map(({ event }) => event)).toEqual(['PreToolUse', 'PostToolUse']);
    expect(problems).toHaveLength(3);
  });

  it('names of tools that other programs have are not a problem beside one that is here', () => {
    const matcher = 'MultiEdit|EnterWorktree|Task, NotebookEdit';
    scratch.write(USER, {
      hooks: {
        PreToolUse: [
          { matcher, ...group },
          { matcher: 'mcp__x__.*', ...group },
          // Rules about files are about what commands read and write too.
          { matcher: 'Bash', hooks: [{ ...command, if: 'Edit(src/**)' }] },
          { matcher: 'Bash|Edit', hooks: [{ ...command, if: 'Bash(git *)' }] },
          { hooks: [{ ...command, if: 'Bash(git *)' }] },
        ],
      },
    });
    expect(read().problems).toEqual([]);
  });
});

describe('any JSON', () => {
  it('property: is read to an end, and its hooks are run or told of', () => {
    const handler = fc.oneof(
      fc.jsonValue(),
      fc.constant(command),
      fc.record({ type: fc.constantFrom('command', 'http') }),
    );
    const entry = fc.oneof(fc.jsonValue(), fc.record({ matcher: fc.jsonValue(), hooks: fc.array(handler) }));
    const event = fc.constantFrom(
      'PreToolUse',
      'PostToolUse',
      'Stop',
      '__proto__',
      'constructor',
      'toString',
    );
    const hooks = fc.oneof(fc.jsonValue(), fc.dictionary(event, fc.oneof(fc.jsonValue(), fc.array(entry))));
    fc.assert(
      fc.property(hooks, (value) => {
        scratch.write(USER, JSON.stringify({ hooks: value }));
        const found = read();
        const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
        if (!isPlain)
          expect(found).toMatchObject({
            hooks: [],
            problems: [expect.stringMatching(/"hooks" is not an object/)],
          });
      }),
      { numRuns: Math.min(300, Number(process.env['SLUICE_RUNS'] ?? 300)) },
    );
  });

  it('thousands of hooks are read in a moment', () => {
    const group = (index: number) => ({ matcher: `Tool${index % 7}.*|x${index}`, hooks: [command] });
    scratch.write(USER, { hooks: { PreToolUse: Array.from({ length: 5000 }, (_, index) => group(index)) } });
    expect(read().hooks).toHaveLength(5000);
  });
});

describe('whose hooks run', () => {
  const named = (name: string) => ({ PreToolUse: [{ hooks: [{ type: 'command', command: name }] }] });
  const names = (): string[] => read().hooks.map(({ name }) => name);

  it('those of all layers, the lowest first', async () => {
    await trustDirectory(scratch.project, scratch.options);
    scratch.write(POLICY, { hooks: named('policy') });
    scratch.write(LOCAL, { hooks: named('local') });
    scratch.write('home/.claude/settings.json', { hooks: named('user, older') });
    scratch.write(USER, { hooks: named('user') });
    expect(names()).toEqual(['user, older', 'user', 'local', 'policy']);
  });

  it('reliability 33 and 37: none of an untrusted repository, and that is said', async () => {
    scratch.write(PROJECT, { hooks: named('project') });
    scratch.write(USER, { hooks: named('user') });
    const { hooks, problems } = read();
    expect(hooks.map(({ name }) => name)).toEqual(['user']);
    expect(problems).toEqual([
      expect.stringMatching(
        /project\/\.claude\/settings\.json:2:\d+: The hooks of this file do not run.*sluice rules trust/,
      ),
    ]);
    await trustDirectory(scratch.project, scratch.options);
    expect(read()).toMatchObject({ problems: [] });
    expect(names()).toEqual(['user', 'project']);
  });

  it.each([
    ['outside git', []],
    ['of a repository that does not track it', ['.git/HEAD', '.git/index']],
  ])('none of a local file of an untrusted directory, %s; with trust they run', async (_, files) => {
    for (const file of files) scratch.write(`project/${file}`, 'ref: refs/heads/main\n');
    scratch.write(LOCAL, { hooks: named('local'), disableAllHooks: true });
    scratch.write(USER, { hooks: named('user') });
    const { hooks, problems } = read();
    expect(hooks.map(({ name }) => name)).toEqual(['user']);
    expect(problems).toEqual([
      expect.stringMatching(
        /settings\.local\.json:\d+:\d+: The hooks of this file do not run.*sluice rules trust/,
      ),
      expect.stringMatching(/"disableAllHooks" is ignored here/),
    ]);
    await trustDirectory(scratch.project, scratch.options);
    scratch.write(LOCAL, { hooks: named('local') });
    expect(names()).toEqual(['user', 'local']);
  });

  it('those of a file that is named are run without trust', () => {
    scratch.write(PROJECT, { hooks: named('project') });
    const loaded = loadSettings({
      ...scratch.options,
      files: [scratch.write('given.json', { hooks: named('given') })],
    });
    expect(read(loaded).hooks.map(({ name }) => name)).toEqual(['given']);
    const inside = loadSettings({ ...scratch.options, files: [`${scratch.path}/${PROJECT}`] });
    expect(read(inside).hooks.map(({ name }) => name)).toEqual(['project']);
  });

  const SWITCHES: [title: string, files: Record<string, object>, names: string[], problem?: RegExp][] = [
    [
      "a user turns off all but a policy's",
      { [USER]: { disableAllHooks: true } },
      ['policy'],
      /turns off the hooks of 2 settings files/,
    ],
    [
      "a trusted project turns off all but a policy's",
      { [PROJECT]: { disableAllHooks: true } },
      ['policy'],
      /turns off/,
    ],
    [
      "the project's word wins over the user's",
      { [USER]: { disableAllHooks: true }, [PROJECT]: { disableAllHooks: false } },
      ['user', 'project', 'policy'],
    ],
    ['a policy turns off all', { [POLICY]: { disableAllHooks: true } }, []],
    [
      'a policy that leaves them on has the last word',
      { [POLICY]: { disableAllHooks: false }, [USER]: { disableAllHooks: true } },
      ['user', 'project', 'policy'],
    ],
    ['a policy takes its own only', { [POLICY]: { allowManagedHooksOnly: true } }, ['policy']],
    [
      'a policy whose switch is not a switch takes its own only',
      { [POLICY]: { allowManagedHooksOnly: 'yes' } },
      ['policy'],
    ],
    [
      'a switch that is none turns nothing off',
      { [USER]: { disableAllHooks: 'yes' } },
      ['user', 'project', 'policy'],
      /"disableAllHooks" is neither true nor false/,
    ],
  ];
  it.each(SWITCHES)('reliability 34: %s', async (_, files, expected, problem) => {
    await trustDirectory(scratch.project, scratch.options);
    for (const [path, name] of [
      [USER, 'user'],
      [PROJECT, 'project'],
      [POLICY, 'policy'],
    ] as const) {
      scratch.write(path, { hooks: named(name), ...files[path] });
    }
    const { hooks, problems } = read();
    expect(hooks.map(({ name }) => name)).toEqual(expected);
    if (problem !== undefined) expect(problems).toContainEqual(expect.stringMatching(problem));
  });

  it('an untrusted directory turns nothing off', () => {
    scratch.write(PROJECT, { disableAllHooks: true });
    scratch.write(USER, { hooks: named('user') });
    const { hooks, problems } = read();
    expect(hooks.map(({ name }) => name)).toEqual(['user']);
    expect(problems).toEqual([expect.stringMatching(/"disableAllHooks" is ignored here/)]);
  });
});

it('a program that is looked for in the current directory is told of, with how to name it; it runs all the same', () => {
  scratch.write(USER, { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: './check.sh' }] }] } });
  const { hooks, problems } = read();
  expect(hooks).toHaveLength(1);
  expect(problems).toEqual([
    expect.stringMatching(
      /settings\.json:\d+.*"\.\/check\.sh" is looked up.*"\$CLAUDE_PROJECT_DIR"\/check\.sh\.$/,
    ),
  ]);
});

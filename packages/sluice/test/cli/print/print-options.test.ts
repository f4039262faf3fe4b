import { describe, expect, test } from 'vitest';
import { parsePrintOptions } from '../../../src/cli/print/parse-print-options.ts';

const ID = '0f0f0f0f-1111-4222-8333-444444444444';
const STREAM = ['--output-format', 'stream-json'];

describe('what is wrong is said in one line', () => {
  test.for([
    [['--outptu-format', 'json'], 'unknown option --outptu-format; did you mean --output-format?'],
    [['--output-format', 'xml'], '--output-format is text, json or stream-json; got "xml"'],
    [['--input-format', 'json'], '--input-format is text or stream-json; got "json"'],
    [['--permission-prompts', 'host'], '--permission-prompts is stdio or none; got "host"'],
    [['--input-format', 'stream-json'], '--input-format stream-json needs --output-format stream-json'],
    [
      ['--input-format', 'stream-json', ...STREAM, 'hi'],
      'with --input-format stream-json the prompt comes on standard input: leave it out',
    ],
    [
      ['--permission-prompts', 'stdio', '--output-format', 'json', 'hi'],
      "--permission-prompts stdio needs --output-format stream-json: other formats can't include the questions",
    ],
    [['two', 'words'], 'the prompt is one argument; got 2: quote it'],
    [
      ['--allowedTools', 'Read', 'two', 'words'],
      'the prompt is one argument; got 2: quote it, and separate rules with commas',
    ],
    [['--tool-loading', 'lazy'], '--tool-loading is auto, reference, bridge, append or off; got "lazy"'],
    [['--effort', 'much'], '--effort is low, medium, high, xhigh or max; got "much"'],
    [['--base-url', 'localhost:8080'], '--base-url must start with http:// or https://'],
    [['--max-turns', '0'], '--max-turns must be a positive whole number; got "0"'],
    [['--max-budget-usd', '0'], '--max-budget-usd must be an amount above 0, such as 2.50; got "0"'],
    [['--max-budget-usd', '1e3'], '--max-budget-usd must be an amount above 0, such as 2.50; got "1e3"'],
    [
      ['--max-budget-usd', 'Infinity'],
      '--max-budget-usd must be an amount above 0, such as 2.50; got "Infinity"',
    ],
    [['--session-id', 'mine'], '--session-id must be a UUID; got "mine"'],
    [['--fork-session'], '--fork-session needs --resume or --continue: the session to fork'],
    [['-c', '-r', 'x'], 'pass --continue or --resume, not both'],
    [['--resume', ''], '--resume is empty: pass the id of a session'],
    [
      ['-c', '--session-id', ID],
      '--session-id names a new session; with --resume or --continue add --fork-session',
    ],
    [
      ['-c', '--no-session-persistence'],
      '--no-session-persistence saves nothing, so there is no session to resume',
    ],
    [
      ['--project-config-root', '/', '--cwd', '/tmp'],
      '--project-config-root: Sluice reads project settings from the working directory only, not from "/". Leave project and local out of --setting-sources, or start in that directory',
    ],
    [
      ['--project-config-root', '/', '--cwd', '/tmp', '--setting-sources', 'local'],
      '--project-config-root: Sluice reads project settings from the working directory only, not from "/". Leave project and local out of --setting-sources, or start in that directory',
    ],
    [['--project-config-root', '/none'], '--project-config-root "/none" is not a directory'],
    [['--setting-sources', 'user,team'], '--setting-sources takes user, project, local; got "team"'],
    [
      ['--dangerously-skip-permissions', '--permission-mode', 'plan'],
      '--dangerously-skip-permissions and --permission-mode plan conflict: pass one',
    ],
    [['--init', '--maintenance'], "--maintenance can't be combined with --init or --init-only"],
    [
      ['--system-prompt', 'a', '--system-prompt-file', 'b'],
      'pass --system-prompt or --system-prompt-file, not both',
    ],
    [
      [
        '--permission-prompt-tool',
        'mcp__a__b',
        '--permission-prompts',
        'stdio',
        '--output-format',
        'stream-json',
      ],
      "--permission-prompts stdio and --permission-prompt-tool can't be combined",
    ],
    [
      ['--safe-mode', '--agents', '{}'],
      "--safe-mode leaves out agents, plugins and MCP servers, so --agents can't be combined with it",
    ],
    [
      ['--safe-mode', '--mcp-config', 'servers.json'],
      "--safe-mode leaves out agents, plugins and MCP servers, so --mcp-config can't be combined with it",
    ],
    [
      ['- one thing'],
      'pass a prompt that starts with a dash after --, as in: sluice -p -- "- one thing"; a value after =, as in: --append-system-prompt="- another"',
    ],
    [['--model'], '--model needs a value: a model, such as anthropic/claude-sonnet-5-5 or ollama/qwen3'],
  ] as const)('%j', ([args, message]) => {
    expect(parsePrintOptions(['-p', ...args])).toEqual({ kind: 'wrong', message });
  });
});

function optionsOf(...args: readonly string[]) {
  const parsed = parsePrintOptions(['-p', ...args]);
  if (parsed.kind !== 'options') throw new Error(JSON.stringify(parsed));
  return parsed.options;
}

describe('rules and tools', () => {
  test.for([
    [
      ['hi', '--allowedTools', 'Read', 'Bash(npm test *)', 'mcp__a__b'],
      ['Read', 'Bash(npm test *)', 'mcp__a__b'],
      'hi',
    ],
    [['--allowedTools', 'Read', 'Edit', 'do it'], ['Read', 'Edit'], 'do it'],
    [['--allowedTools', 'Read', 'why?', '--verbose'], ['Read'], 'why?'],
    [['--allowedTools', 'Read', '--', 'Edit'], ['Read'], 'Edit'],
    [['--allowedTools=Read', 'Edit'], ['Read'], 'Edit'],
    [['--model', 'x', 'Edit'], undefined, 'Edit'],
  ] as const)('%j', ([args, allow, prompt]) => {
    const options = optionsOf(...args);
    expect([options.settings.allow, options.prompt]).toEqual([allow, prompt]);
  });

  test('a dash is standard input', () => {
    expect(optionsOf('-').prompt).toBeUndefined();
    expect(optionsOf('-', 'and this').prompt).toBe('and this');
  });

  test('both spellings, repeated, with commas or blanks, beside --allow and --deny', () => {
    const { settings } = optionsOf(
      '--allow',
      'Grep',
      '--allowedTools',
      'Bash(a, b),Edit',
      '--allowed-tools',
      'Read Glob',
      '--disallowedTools=Write',
      '--disallowed-tools',
      'Bash(rm *)',
      '--disallowed-tools',
      '',
      '--deny',
      'Sleep',
    );
    expect(settings.allow).toEqual(['Grep', 'Read', 'Glob', 'Bash(a, b)', 'Edit']);
    expect(settings.deny).toEqual(['Sleep', 'Bash(rm *)', 'Write']);
  });

  test.for([
    [[], undefined],
    [['--tools', ''], []],
    [
      ['--tools', 'Bash,Edit', '--tools', 'Read'],
      ['Bash', 'Edit', 'Read'],
    ],
    [['--tools', 'default'], undefined],
  ] as const)('%j', ([args, tools]) => {
    expect(optionsOf(...args).tools).toEqual(tools);
  });
});

test.for([
  [[], { kind: 'new', id: undefined }],
  [['--session-id', ID], { kind: 'new', id: ID }],
  [['-c'], { kind: 'latest', isForked: false, id: undefined }],
  [
    ['-r', 'my title'],
    { kind: 'named', name: 'my title', isForked: false, id: undefined, needsTranscript: false },
  ],
  [
    ['-r', 'x', '--fork-session', '--session-id', ID],
    { kind: 'named', name: 'x', isForked: true, id: ID, needsTranscript: false },
  ],
  [['--no-session-persistence', '--session-id', ID], { kind: 'none', id: ID }],
] as const)('session %j', ([args, session]) => {
  expect(optionsOf(...args).session).toEqual(session);
});

test.for([
  [[], { permissionMode: undefined, settings: {} }],
  [['--permission-mode', 'manual'], { permissionMode: 'default' }],
  [['--dangerously-skip-permissions'], { permissionMode: 'bypassPermissions' }],
  [
    ['--allow-dangerously-skip-permissions'],
    { permissionMode: undefined, settings: { isBypassEnabled: true } },
  ],
  [
    ['--permission-prompt-tool=stdio', '--permission-prompts=none'],
    { prompts: 'none', promptTool: undefined, settings: {} },
  ],
  [['--init-only'], { setup: 'init', endsAfterSetup: true }],
  [['--maintenance'], { setup: 'maintenance', endsAfterSetup: false }],
  [['--setting-sources', ' user , local'], { settings: { sources: ['user', 'local'] } }],
  [['--setting-sources', ''], { settings: { sources: [] } }],
  [['--project-config-root', '/', '--cwd', '/'], { cwd: '/' }],
  [
    ['--project-config-root', '/', '--cwd', '/tmp', '--setting-sources', 'user'],
    { settings: { sources: ['user'] } },
  ],
  [['--strict-mcp-config', '--forward-subagent-text', 'hi'], { prompt: 'hi' }],
  [['--', '-5 is a number?'], { prompt: '-5 is a number?' }],
  [['--append-system-prompt=- be brief', 'hi'], { prompt: 'hi', appendSystemPrompt: '- be brief' }],
  [['--max-budget-usd', '0.25', '--max-turns=3'], { maxBudgetUsd: 0.25, maxTurns: 3 }],
] as const)('%j', ([args, wanted]) => {
  expect(optionsOf(...args)).toMatchObject(wanted);
});

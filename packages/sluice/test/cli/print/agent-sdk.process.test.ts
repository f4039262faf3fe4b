import { query, type Options } from '@anthropic-ai/claude-agent-sdk';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, test } from 'vitest';
import { parseClientSetup } from '../../../src/cli/print/client/client-setup.ts';
import { parsePrintOptions } from '../../../src/cli/print/parse-print-options.ts';
import { INITIALIZE_FIELDS, OPTIONS } from './support/agent-sdk.ts';

const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-test-')));
// The SDK says in the environment that it is there; programs of other tests in this process would take it for their client.
const MARKS = ['CLAUDE_AGENT_SDK_VERSION', 'CLAUDE_CODE_ENTRYPOINT'];
const before = new Map(MARKS.map((name) => [name, process.env[name]]));
afterAll(() => {
  rmSync(cwd, { recursive: true });
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

const SESSION = '0f0f0f0f-1111-4222-8333-444444444444';

/** Each option of the SDK once; some exclude each other. */
const SETS: readonly Options[] = [
  {
    model: 'sonnet',
    fallbackModel: 'haiku',
    effort: 'high',
    maxTurns: 3,
    maxBudgetUsd: 1.5,
    permissionMode: 'bypassPermissions',
    allowDangerouslySkipPermissions: true,
    tools: ['Read', 'Bash'],
    allowedTools: ['Read', 'Bash(git *)'],
    disallowedTools: ['WebFetch'],
    toolAliases: { Shell: 'Bash' },
    additionalDirectories: [cwd],
    projectConfigRoot: cwd,
    includePartialMessages: true,
    includeHookEvents: true,
    forwardSubagentText: true,
    verbatimPrompts: true,
    settings: { permissions: { deny: ['WebFetch'] } },
    managedSettings: {},
    sandbox: { enabled: true },
    settingSources: ['user', 'project'],
    strictMcpConfig: true,
    mcpServers: { files: { type: 'stdio', command: 'true' } },
    persistSession: false,
    permissionPrompts: 'none',
    outputFormat: { type: 'json_schema', schema: { type: 'object' } },
    thinking: { type: 'adaptive', display: 'omitted' },
    betas: ['context-1m-2025-08-07'],
    taskBudget: { total: 1000 },
    debug: true,
    debugFile: join(cwd, 'debug'),
    agent: 'reader',
    agents: { reader: { description: 'Reads', prompt: 'You read.' } },
    skills: ['tidy'],
    plugins: [{ type: 'local', path: cwd }],
    systemPrompt: 'Be brief.',
    title: 'A title',
    planModeInstructions: 'Plan well.',
    promptSuggestions: true,
    agentProgressSummaries: true,
    supportedDialogKinds: [],
    perTaskStopAffordance: true,
    enableFileCheckpointing: true,
    toolConfig: { askUserQuestion: { previewFormat: 'markdown' } },
    extraArgs: { 'append-system-prompt': 'More.', 'replay-user-messages': null },
    hooks: { PreToolUse: [{ hooks: [async () => ({})] }] },
    sessionId: SESSION,
    stderr() {},
  },
  {
    resume: SESSION,
    forkSession: true,
    resumeSessionAt: SESSION,
    resumeDropsTurn: SESSION,
    maxThinkingTokens: 2000,
    tools: { type: 'preset', preset: 'claude_code' },
    settingSources: [],
    skills: 'all',
    canUseTool: async () => ({ behavior: 'deny', message: 'No.' }),
    systemPrompt: { type: 'preset', preset: 'claude_code', append: 'Mine.', excludeDynamicSections: true },
    thinking: { type: 'disabled' },
    mcpServersDelivery: 'initialize',
    mcpServers: { files: { type: 'stdio', command: 'true' } },
    pluginDelivery: 'initialize',
    plugins: [{ type: 'local', path: cwd }],
    onElicitation: async () => ({ action: 'decline' }),
  },
  { continue: true, permissionPromptToolName: 'mcp__files__ask', permissionMode: 'plan' },
];

/** What doesn't reach the executable by the command line or `initialize`. */
const OUTSIDE = [
  'abortController',
  'cwd',
  'env',
  'executable',
  'executableArgs',
  'loadTimeoutMs',
  'onUserDialog',
  'pathToClaudeCodeExecutable',
  'sessionStore',
  'sessionStoreFlush',
  'spawnClaudeCodeProcess',
];

/** Fields of `initialize` that change nothing here. */
const WITHOUT_EFFECT = [
  'agentProgressSummaries',
  'promptSuggestions',
  'sdkMcpServerManifests',
  'sdkMcpServerManifestsOrigin',
  'supportedDialogKinds',
  'systemPromptSnapshot',
];
const USED = [
  'agents',
  'appendSystemPrompt',
  'excludeDynamicSections',
  'forwardSubagentText',
  'hooks',
  'jsonSchema',
  'mcpServers',
  'perTaskStopAffordance',
  'planModeInstructions',
  'plugins',
  'sdkMcpServerConfigs',
  'sdkMcpServers',
  'skills',
  'systemPrompt',
  'title',
  'toolAliases',
];

const RECORDER = `
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
createInterface({ input: process.stdin }).once('line', (line) => {
  writeFileSync(process.env.RECORD, JSON.stringify([process.argv.slice(2), JSON.parse(line).request]));
  process.exit(0);
});
`;

test.each(SETS.map((options, number) => ({ options, number })))(
  'the command line and the initialize request of the SDK are understood ($number)',
  async ({ options, number }) => {
    const recorder = join(cwd, 'recorder.mjs');
    writeFileSync(recorder, RECORDER);
    const record = join(cwd, `${number}.json`);
    const env = { PATH: process.env['PATH'], RECORD: record, HOME: cwd };
    const run = query({
      prompt: 'Go',
      options: { ...options, cwd, env, pathToClaudeCodeExecutable: recorder },
    });
    await (async () => {
      for await (const message of run) void message;
    })().catch(() => {});
    const [args, request]: [string[], Record<string, unknown>] = JSON.parse(readFileSync(record, 'utf8'));
    expect(parsePrintOptions([...args, '--cwd', cwd])).toMatchObject({ kind: 'options' });
    // Each by itself, so that none hides another.
    for (const arg of args.filter((one) => one.startsWith('--') && one.includes('=')))
      expect(parsePrintOptions([arg]), arg).not.toMatchObject({
        message: expect.stringContaining('unknown'),
      });
    expect(request['subtype']).toBe('initialize');
    expect(parseClientSetup(request)).toMatchObject({ ok: true });
    const unknown = Object.keys(request).filter((name) => ![...USED, ...WITHOUT_EFFECT].includes(name));
    expect(unknown).toEqual(['subtype']);
  },
);

it('has each option that the SDK declares, and each field of initialize', () => {
  const given = new Set(SETS.flatMap((options) => Object.keys(options)));
  expect(OPTIONS.filter((name) => !given.has(name)).toSorted()).toEqual(OUTSIDE);
  expect(INITIALIZE_FIELDS.toSorted()).toEqual([...USED, ...WITHOUT_EFFECT].toSorted());
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { scratch } from '../../../sluice/test/cli/exec/support/scratch.ts';
import type { OpenAgentOptions } from '../../src/agent/agent-options.ts';
import { openAgent } from '../../src/agent/open-agent.ts';
import { previewAgent } from '../../src/agent/preview-agent.ts';
import type { SessionPartsOptions } from '../../src/options/session-parts-options.ts';
import { openSessionParts } from '../../src/parts/open-session-parts.ts';
import { readPlugin } from '../../src/plugins/read-plugin.ts';

interface Wishes {
  /** Settings of the user. */
  readonly settings?: object;
  readonly files?: Readonly<Record<string, string>>;
  readonly parts?: Partial<SessionPartsOptions>;
  readonly agent?: OpenAgentOptions;
}

/** What was previewed, and what the agent was when it was open. */
async function previewed({ settings = {}, files = {}, parts = {}, agent: wanted = {} }: Wishes) {
  const [cwd, home] = [scratch(), scratch()];
  const all = { '.claude/settings.json': JSON.stringify(settings), ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  for (const [name, value] of Object.entries({ HOME: home, ANTHROPIC_API_KEY: 'test' }))
    vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const agentOptions = { model: 'anthropic/claude-sonnet-4-5', ...wanted };
  const options: SessionPartsOptions = { cwd, settings: { sources: ['user'] }, agents: {}, ...parts };
  let found: Awaited<ReturnType<typeof previewAgent>>;
  const opened = await openSessionParts(options, async (rules) => {
    found = await previewAgent(rules, options, agentOptions);
  });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(async () => void (await opened.parts.dispose()));
  const result = await openAgent(opened.parts, agentOptions, found?.prepared);
  if (!result.ok) return { found, now: result.error.message };
  const { agent } = result;
  onTestFinished(() => agent.provider.close());
  const now = {
    mode: agent.runtime.permission.current().mode,
    askedModel: agent.askedModel(),
    model: agent.provider.model,
    effort: agent.thinking?.effort,
  };
  return { found, now };
}

test.each<readonly [string, Wishes, object]>([
  ['the defaults', {}, { mode: 'default', model: 'anthropic/claude-sonnet-4-5', effort: undefined }],
  [
    'settings',
    { settings: { permissions: { defaultMode: 'acceptEdits' }, effortLevel: 'low' } },
    { mode: 'acceptEdits', effort: 'low' },
  ],
  [
    'options, which go before settings',
    {
      settings: { permissions: { defaultMode: 'acceptEdits' }, effortLevel: 'low' },
      parts: { permissionMode: 'plan' },
      agent: { effort: 'high', model: 'anthropic/claude-opus-4-1' },
    },
    {
      mode: 'plan',
      effort: 'high',
      model: 'anthropic/claude-opus-4-1',
      askedModel: 'anthropic/claude-opus-4-1',
    },
  ],
  [
    'hooks that run later',
    { settings: { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] } } },
    { mode: 'default' },
  ],
])('a preview is what the agent is once it is open: %s', async (_title, wishes, expected) => {
  const { found, now } = await previewed(wishes);
  const { permission, ...rest } = found?.preview ?? {};
  expect({ ...rest, mode: permission?.mode }).toEqual(now);
  expect(now).toMatchObject(expected);
});

const command = (event: string): object => ({
  hooks: { [event]: [{ hooks: [{ type: 'command', command: 'true' }] }] },
});

test.each<readonly [string, Wishes]>([
  ['hooks of the start', { settings: command('SessionStart') }],
  ['hooks of the setup', { settings: command('Setup') }],
  [
    'hooks of an event whose name is escaped',
    { files: { '.claude/settings.json': String.raw`{"hooks": {"\u0053essionStart": []}}` } },
  ],
  ['hooks of another program', { files: { '.codex/hooks.json': '{"hooks": {"SessionStart": []}}' } }],
  ['hooks of the program itself', { parts: { hooks: [] } }],
  ['a setup', { agent: { setup: 'init' } }],
  ['an agent type', { agent: { agentType: 'general-purpose' } }],
  ['an agent type of the settings', { settings: { agent: 'general-purpose' } }],
  ['servers of flags', { parts: { mcp: { configs: ['{"mcpServers": {}}'] } } }],
])(
  'there is no preview where opening the session may refuse it or decide on it: %s',
  async (_title, wishes) => {
    const { found } = await previewed(wishes);
    expect(found).toBeUndefined();
  },
);

test('there is no preview with a plugin, whose hooks may refuse the start', async () => {
  const directory = scratch();
  mkdirSync(join(directory, '.claude-plugin'));
  writeFileSync(join(directory, '.claude-plugin/plugin.json'), '{"name": "one"}');
  const read = readPlugin(directory, { cwd: directory, env: {}, home: directory, hasServers: true });
  if (!read.ok) throw new Error(read.message);
  expect((await previewed({ parts: { plugins: [read.plugin] } })).found).toBeUndefined();
});

test('there is no preview without a model, and opening the agent says why', async () => {
  const { found, now } = await previewed({ agent: { model: 'openai/gpt-5' } });
  expect(found?.preview).toBeUndefined();
  expect(now).toContain('No key for ');
});

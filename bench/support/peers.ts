import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@sluice/core';
import type { Item } from '../../packages/agent/test/support/model-server/script.ts';

/** Another agent that can open agents without a person, and how it is started and spoken to. */
export interface Peer {
  readonly name: string;
  /** Its program below `node_modules`, a script or not. */
  readonly program: string;
  /** Writes what it needs in its home directory. */
  readonly prepare?: (home: string, address: string, program: string) => void;
  readonly args: (address: string, prompt: string) => readonly string[];
  readonly env: (address: string) => Readonly<Record<string, string>>;
  /** The calls that open an agent, and read a file of the working directory. */
  readonly open: (prompt: string) => Item;
  readonly read: (file: string) => Item;
  /** How an agent reports, if not by a text. */
  readonly report?: (text: string) => Item;
  /** The calls that wait for agents, if opening one doesn't; given the results so far, as JSON. */
  readonly wait?: (results: string) => Item;
}

const call = (name: string, input: JsonObject) => ({ type: 'call' as const, name, input });

const GEMINI_SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  ...{ privacy: { usageStatisticsEnabled: false }, telemetry: { enabled: false } },
};

/** The agents of pi are an extension that its package has among its examples; each is a process of its own. */
const PI_AGENT = '---\nname: general\ndescription: Does a piece of work.\n---\n\nDo the work.\n';

/** Versions that were tried: opencode-ai 1.18.33, @openai/codex 0.171.0, @google/gemini-cli 0.61.0, @earendil-works/pi-coding-agent 1.6.0. */
export const PEERS: readonly Peer[] = [
  {
    name: 'opencode',
    program: `opencode-${process.platform}-${process.arch}/bin/opencode`,
    args: (_, prompt) => ['run', '--model', 'scripted/test', prompt],
    env: (address) => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        ...{ autoupdate: false, share: 'disabled', model: 'scripted/test', small_model: 'scripted/test' },
        provider: {
          scripted: {
            npm: '@ai-sdk/anthropic',
            options: { baseURL: `${address}/v1`, apiKey: 'test' },
            models: { test: { name: 'test', tool_call: true, limit: { context: 200_000, output: 8_000 } } },
          },
        },
      }),
      ...{ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' },
      ...{ OPENCODE_DISABLE_LSP_DOWNLOAD: '1', OPENCODE_DISABLE_DEFAULT_PLUGINS: '1' },
    }),
    open: (prompt) => call('task', { description: 'Read', prompt, subagent_type: 'general' }),
    read: (file) => call('read', { filePath: file }),
  },
  {
    name: 'codex',
    program: '@openai/codex/bin/codex.js',
    args: (address, prompt) => [
      ...['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
      ...['--enable', 'multi_agent', '-c', 'model="test"', '-c', 'model_provider="scripted"'],
      '-c',
      `model_providers.scripted={name="scripted",base_url="${address}/v1",env_key="SCRIPTED_KEY",wire_api="responses"}`,
      ...['-c', 'analytics.enabled=false', '-c', 'check_for_update_on_startup=false', prompt],
    ],
    env: () => ({ SCRIPTED_KEY: 'test' }),
    open: (prompt) => ({ ...call('spawn_agent', { message: prompt }), namespace: 'multi_agent_v1' }),
    read: (file) => call('exec_command', { cmd: `cat ${file}` }),
    wait: (results) => {
      const ids = [...results.matchAll(/agent_id[\\":\s]+([0-9a-f-]{36})/g)].map(([, id = '']) => id);
      return { ...call('wait_agent', { targets: [...new Set(ids)] }), namespace: 'multi_agent_v1' };
    },
  },
  {
    name: 'Gemini CLI',
    program: '@google/gemini-cli/bundle/gemini.js',
    prepare: (home) => writeJson(join(home, '.gemini/settings.json'), GEMINI_SETTINGS),
    args: (_, prompt) => [
      '--model',
      'gemini-2.5-pro',
      '--approval-mode',
      'yolo',
      '--skip-trust',
      '-p',
      prompt,
    ],
    env: (address) => ({
      ...{ GEMINI_API_KEY: 'test', GOOGLE_GEMINI_BASE_URL: address, GEMINI_CLI_NO_RELAUNCH: 'true' },
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    open: (prompt) => call('invoke_agent', { agent_name: 'generalist', prompt }),
    read: (file) => call('read_file', { file_path: file }),
    report: (text) => call('complete_task', { result: { response: text } }),
  },
  {
    name: 'pi',
    program: '@earendil-works/pi-coding-agent/dist/cli.js',
    prepare(home, address, program) {
      const agent = join(home, '.pi/agent');
      const extension = join(dirname(program), '../examples/extensions/subagent');
      cpSync(extension, join(agent, 'extensions/subagent'), { recursive: true });
      mkdirSync(join(agent, 'agents'));
      writeFileSync(join(agent, 'agents/general.md'), PI_AGENT);
      writeJson(join(agent, 'settings.json'), { defaultProvider: 'scripted', defaultModel: 'test' });
      writeJson(join(agent, 'models.json'), {
        providers: {
          scripted: { api: 'anthropic-messages', baseUrl: address, apiKey: 'test', models: [{ id: 'test' }] },
        },
      });
    },
    args: (_, prompt) => ['--offline', '--no-session', '-p', prompt],
    env: () => ({ PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' }),
    open: (prompt) => call('subagent', { agent: 'general', task: prompt }),
    read: (file) => call('read', { path: file }),
  },
];

function writeJson(path: string, content: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(content));
}

/** The program of a peer that `npm install` has put there. Undefined: it isn't installed. */
export function programOf(peer: Peer, directory: string | undefined): string | undefined {
  const path = directory === undefined ? undefined : join(directory, 'node_modules', peer.program);
  return path !== undefined && existsSync(path) ? path : undefined;
}

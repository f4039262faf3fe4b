import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '@sluice/core';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { parseLines } from '../exec/support/cli.ts';
import { calls, words } from './support/answers.ts';
import { byTask } from './support/by-task.ts';
import {
  BOTH_WAYS,
  printPlace,
  runPrint,
  startPrint,
  STREAM,
  talkTo,
  type PrintPlace,
} from './support/print.ts';
import { lastSystem, lastTools } from './support/sent.ts';

const hook = (command: string) => [{ hooks: [{ type: 'command', command }] }];
const MCP = JSON.stringify({ mcpServers: { own: { command: '/no/such/server' } } });
const LSP = JSON.stringify({
  ts: { command: '/no/such/server', extensionToLanguage: { '.ts': 'typescript' } },
});

/** Everything that a user can add, each with a mark that shows whether it took effect. */
function customized(server: { readonly address: string }): PrintPlace {
  const place = printPlace(server);
  const files = {
    'CLAUDE.md': 'Speak like a pirate.',
    '.claude/skills/rain/SKILL.md': '---\ndescription: Says whether it rains.\n---\nLook.\n',
    '.claude/commands/look.md': 'Look around.',
    '.claude/agents/worker.md': '---\nname: worker\ndescription: Works.\n---\nYou are the worker.\n',
    '.sluice/workflows/each.js': 'export const meta = {name: "each", description: "Asks."}\nreturn 1',
    '.lsp.json': LSP,
    '.gemini/settings.json': JSON.stringify({ hooks: { SessionStart: hook('touch peer-ran') } }),
    '.claude/settings.json': JSON.stringify({
      hooks: { SessionStart: hook('touch ran') },
      agent: 'worker',
      permissions: { allow: ['Bash(mkdir made)'] },
    }),
    '.claude.json': MCP,
  };
  for (const [path, text] of Object.entries(files)) {
    const file = join(place.home, path.startsWith('CLAUDE') ? `.claude/${path}` : path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  writeFileSync(join(place.home, '.claude', '.lsp.json'), LSP);
  const job = { id: 'tidy', cron: '0 * * * *', prompt: 'Tidy up.', recurring: true, createdAt: 0 };
  mkdirSync(join(place.cwd, '.sluice'));
  writeFileSync(join(place.cwd, '.sluice/scheduled_tasks.json'), JSON.stringify({ version: 1, jobs: [job] }));
  return { ...place, env: { ...place.env, CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS: '' } };
}

const POLICY = ['--managed-settings', JSON.stringify({ hooks: { SessionStart: hook('touch policy-ran') } })];
const AGENT = {
  description: 'Look',
  prompt: 'TASK',
  subagent_type: 'general-purpose',
  run_in_background: false,
};

function firstMessage({ messages }: JsonObject): string {
  return JSON.stringify(Array.isArray(messages) ? messages[0] : '');
}

test.each([
  ['without it', [], {}, true],
  ['--safe-mode', ['--safe-mode'], {}, false],
  ['CLAUDE_CODE_SAFE_MODE', [], { CLAUDE_CODE_SAFE_MODE: '1' }, false],
] as const)(
  'safe mode leaves out what the user added, and nothing else: %s',
  async (_, args, env, isAdded) => {
    await using server = await startModelServer(
      byTask({
        MAIN: [calls(['Bash', { command: 'mkdir made' }], ['Agent', AGENT]), words('Done.')],
        TASK: [words('Looked.')],
      }),
    );
    const place = customized(server);
    const run = await runPrint(
      { ...place, env: { ...place.env, ...env } },
      'Work.',
      ...args,
      ...POLICY,
      ...STREAM,
    );
    const notices = isAdded ? expect.stringContaining('The MCP server "own"') : '';
    expect([run.status, run.stderr]).toEqual([0, notices]);
    const [init = {}] = parseLines(run.stdout).filter(({ subtype }) => subtype === 'init');
    const has = (key: string, name: string): boolean => JSON.stringify(init[key]).includes(`"${name}"`);
    const ofWorker = server.requests.find(({ body }) => firstMessage(body).includes('TASK'));
    const said = JSON.stringify(server.requests[0]?.body);
    const ran = (name: string): boolean => existsSync(join(place.cwd, name));
    expect({
      skill: has('skills', 'rain'),
      command: has('slash_commands', 'look'),
      workflow: has('slash_commands', 'each'),
      type: has('agents', 'worker'),
      server: has('mcp_servers', 'own'),
      languageServer: lastTools(server).includes('LSP'),
      instructions: said.includes('like a pirate'),
      instructionsOfAgent: JSON.stringify(ofWorker?.body).includes('like a pirate'),
      agent: lastSystem(server).includes('You are the worker.'),
      hook: ran('ran'),
      hookOfPeer: ran('peer-ran'),
    }).toEqual({
      ...{ skill: isAdded, command: isAdded, workflow: isAdded, type: isAdded, server: isAdded },
      ...{ languageServer: isAdded, instructions: isAdded, instructionsOfAgent: isAdded, agent: isAdded },
      ...{ hook: isAdded, hookOfPeer: isAdded },
    });
    expect(ofWorker).toBeDefined();
    expect(has('agents', 'general-purpose')).toBe(true);
    expect([ran('policy-ran'), ran('made')]).toEqual([true, true]);
  },
);

test('hooks of a program are refused', async () => {
  await using server = await startModelServer([]);
  const talk = talkTo(startPrint(printPlace(server), '--safe-mode', '--await-initialize', ...BOTH_WAYS));
  const hooks = { Stop: [{ hookCallbackIds: ['a'] }] };
  talk.say({ type: 'control_request', request_id: '1', request: { subtype: 'initialize', hooks } });
  const { response } = await talk.next({ type: 'control_response' });
  const error = expect.stringContaining('--safe-mode turns off all hooks');
  expect(response).toMatchObject({ subtype: 'error', request_id: '1', error });
  expect(server.requests).toHaveLength(0);
});

import {
  createSdkMcpServer,
  deleteSession,
  getSessionInfo,
  getSessionMessages,
  InMemorySessionStore,
  prewarm,
  query,
  tool,
  type HookCallbackMatcher,
  type HookInput,
  type McpServerStatus,
  type Query,
  type SDKControlGetContextUsageResponse,
  type SDKMessage,
} from '@anthropic-ai/claude-agent-sdk';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Script } from '../../packages/agent/test/support/model-server/script.ts';
import { calls, words } from '../../packages/sluice/test/cli/print/support/answers.ts';
import { openSdkWorld, said, talk, type SdkWorld } from './agent-sdk-world.ts';

/** The SDK's functions for stored sessions look in the environment of their own process. */
function storedIn({ home, options }: SdkWorld) {
  const before = process.env['CLAUDE_CONFIG_DIR'];
  const place = join(home, '.claude');
  process.env['CLAUDE_CONFIG_DIR'] = place;
  onTestFinished(() => {
    if (before === undefined) delete process.env['CLAUDE_CONFIG_DIR'];
    else process.env['CLAUDE_CONFIG_DIR'] = before;
  });
  return { ...options.env, CLAUDE_CONFIG_DIR: place };
}

/** What a server says of its work besides the tokens. */
const REPORTED = {
  service_tier: 'priority',
  inference_geo: 'us',
  server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
};

/** Has a tool and a resource. */
const PLUGIN_SERVER = `
import { createInterface } from 'node:readline';
const results = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {}, resources: {} }, serverInfo: { name: 's', version: '1' } },
  'tools/list': { tools: [{ name: 'hi', inputSchema: { type: 'object' } }] },
  'resources/list': { resources: [{ uri: 'doc://a', name: 'a' }] },
  'resources/read': { contents: [{ uri: 'doc://a', mimeType: 'text/x', text: 'RESOURCE' }] },
  'tools/call': { content: [{ type: 'text', text: 'HI-PLUGIN' }] },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
});
`;

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** What the model was asked, as text. */
const bodyOf = ({ server }: SdkWorld, index: number): string => JSON.stringify(server.requests[index]?.body);

interface Row {
  readonly title: string;
  readonly script: Script;
  readonly program: (world: SdkWorld) => Promise<void>;
}

/** One program for each option or message of the SDK, as its documentation promises it. */
const PROGRAMS: readonly Row[] = [
  {
    title: '/clear ends the session and begins one for hooks and clients, and what was said stays away',
    script: [words('A secret.'), words('Two.'), words('Three.')],
    async program(world) {
      const fired: unknown[] = [];
      const note: HookCallbackMatcher[] = [
        {
          hooks: [
            async (input) => {
              if (input.hook_event_name === 'SessionEnd') fired.push(['end', input.reason]);
              if (input.hook_event_name === 'SessionStart') fired.push(['start', input.source]);
              if (input.hook_event_name === 'UserPromptSubmit') fired.push(['prompt', input.source]);
              return {};
            },
          ],
        },
      ];
      const env = storedIn(world);
      const { prompts, heard } = talk('One', '/clear', 'Two');
      const hooks = { SessionStart: note, SessionEnd: note, UserPromptSubmit: note };
      const sessionStore = new InMemorySessionStore();
      const { messages, result } = await world.run(prompts, { hooks, env, sessionStore }, heard);
      expect(fired).toEqual([
        ['start', 'startup'],
        ['prompt', 'sdk'],
        ['end', 'clear'],
        ['start', 'clear'],
        ['prompt', 'sdk'],
        ['end', 'other'],
      ]);
      const session = result?.session_id ?? '';
      expect(messages.find(({ type }) => type === 'conversation_reset')).toMatchObject({
        trigger: 'clear',
        new_conversation_id: session,
      });
      const costs = messages.flatMap((one) => (one.type === 'result' ? [one.total_cost_usd] : []));
      expect(costs[1]).toBe(0);
      expect(costs[2]).toBe(costs[0]);
      const elsewhere = { ...env, HOME: `${world.home}-2`, CLAUDE_CONFIG_DIR: `${world.home}-2/.claude` };
      await world.run('Three', { env: elsewhere, resume: session, sessionStore });
      for (const { body } of world.server.requests.slice(1))
        expect(JSON.stringify(body)).not.toContain('A secret.');
      const stored = await getSessionMessages(session, { dir: world.cwd });
      expect(JSON.stringify(stored)).not.toContain('A secret.');
    },
  },
  {
    title: 'a compacted session is stored, and goes on elsewhere, as its summary and what came after',
    script: [words('One.'), words('<summary>Short.</summary>'), words('Two.'), words('Three.')],
    async program(world) {
      const env = storedIn(world);
      const { prompts, heard } = talk('First', '/compact', 'Second');
      const sessionStore = new InMemorySessionStore();
      const { result } = await world.run(prompts, { env, sessionStore }, heard);
      const session = result?.session_id ?? '';
      const stored = await getSessionMessages(session, { dir: world.cwd });
      expect(stored.map(({ message }) => JSON.stringify(message))).toEqual([
        expect.stringContaining('Short.'),
        expect.stringContaining('Second'),
        expect.stringContaining('Two.'),
      ]);
      const elsewhere = { ...env, HOME: `${world.home}-2`, CLAUDE_CONFIG_DIR: `${world.home}-2/.claude` };
      await world.run('Third', { env: elsewhere, resume: session, sessionStore });
      const last = JSON.stringify(world.server.lastBody()['messages']);
      expect(last).toContain('Short.');
      expect(last).not.toContain('First');
    },
  },
  {
    title: 'usage has what the server reported, added up, and no field is missing',
    script: [
      { ...calls(['Bash', { command: 'true' }]), usage: { details: { ...REPORTED, inference_geo: null } } },
      { ...words('One.'), usage: { details: REPORTED } },
      words('Two.'),
    ],
    async program({ run }) {
      const { result, messages } = await run('Hi', { allowedTools: ['Bash'] });
      const sum = { ...REPORTED, server_tool_use: { web_search_requests: 2, web_fetch_requests: 0 } };
      expect(result).toMatchObject({ usage: sum });
      const answers = messages.flatMap((one) => (one.type === 'assistant' ? [one.message.usage] : []));
      expect(answers).toMatchObject([{ ...REPORTED, inference_geo: '' }, REPORTED]);
      const { result: other } = await run('Hi');
      expect(other).toMatchObject({
        usage: {
          service_tier: 'standard',
          inference_geo: '',
          iterations: [],
          speed: 'standard',
          server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
          cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
        },
      });
    },
  },
  {
    title: 'images and documents that have an address are left to the model, also when the session goes on',
    script: [words('Seen.'), words('Again.')],
    async program({ run, server }) {
      const image = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } } as const;
      const paper = {
        type: 'document',
        title: 'Paper',
        source: { type: 'url', url: 'https://example.com/a.pdf' },
      } as const;
      async function* prompt() {
        yield said([{ type: 'text', text: 'Look' }, image, paper]);
      }
      const { result } = await run(prompt());
      expect(result).toMatchObject({ result: 'Seen.' });
      await run('And?', { resume: result?.session_id ?? '' });
      for (const { body } of server.requests)
        expect(body['messages']).toMatchObject([
          {
            content: expect.arrayContaining([expect.objectContaining(image), expect.objectContaining(paper)]),
          },
          ...(body === server.requests[0]?.body ? [] : [{}, {}]),
        ]);
    },
  },
  {
    title: 'requests ask for betas, a task budget and summaries of thinking, and name the program',
    script: [words('Hello.')],
    async program({ run, server, options }) {
      const { result } = await run('Hi', {
        betas: ['context-1m-2025-08-07'],
        taskBudget: { total: 50_000 },
        thinking: { type: 'enabled', budgetTokens: 2000, display: 'summarized' },
        env: { ...options.env, CLAUDE_AGENT_SDK_CLIENT_APP: 'my-app/1.0' },
      });
      const [request] = server.requests;
      expect(request?.body).toMatchObject({
        output_config: { task_budget: { type: 'tokens', total: 50_000 } },
        thinking: { type: 'enabled', budget_tokens: 2000, display: 'summarized' },
      });
      expect(request?.headers.get('anthropic-beta')).toBe('context-1m-2025-08-07,task-budgets-2026-03-13');
      expect(request?.headers.get('user-agent')).toContain('my-app/1.0');
      expect(result).toMatchObject({ modelUsage: { 'claude-sonnet-4-5': { contextWindow: 1_000_000 } } });
    },
  },
  {
    title: 'an answer that used up the budget ends in an error, as the exhausted budget does',
    script: [{ ...words('Dear.'), usage: { inputTokens: 1_000_000 } }],
    async program({ run }) {
      const said = run('Hi', { maxBudgetUsd: 0.01 });
      await expect(said).rejects.toThrow('The limit of 0.01 US dollars has been reached.');
    },
  },
  {
    title: 'debug writes what is said on stderr, debugFile in a file, and neither has the words',
    script: [words('Hello.'), words('Hello.')],
    async program({ run, cwd }) {
      const heard: string[] = [];
      await run('A prompt', { debug: true, stderr: (text) => void heard.push(text) });
      const debugFile = join(cwd, 'logs/debug.log');
      await run('A prompt', { debugFile });
      for (const log of [heard.join(''), readFileSync(debugFile, 'utf8')]) {
        expect(log).toContain('[DEBUG] received request initialize');
        expect(log).toMatch(/\[DEBUG\] sent result\/success num_turns=1/);
        expect(log).not.toContain('A prompt');
      }
    },
  },
  {
    title: 'a permission callback that answers nonsense denies the call',
    script: [calls(['Bash', { command: 'touch made' }]), words('Denied.')],
    async program({ run, cwd, sent }) {
      const canUseTool = async () => JSON.parse('{ "behavior": "perhaps" }');
      const { result } = await run('Hi', { canUseTool });
      expect(result).toMatchObject({ result: 'Denied.' });
      expect(sent()).toContain('perhaps');
      expect(existsSync(join(cwd, 'made'))).toBe(false);
    },
  },
  {
    title: 'flag settings that are refused change nothing: the call rejects, and earlier ones stay in force',
    script: [words('One.'), calls(['Bash', { command: 'touch two' }]), words('Two.')],
    async program({ run, cwd }) {
      const { prompts, heard } = talk('One', 'Two');
      const allowedTools = ['Bash'];
      let calledAt = 0;
      const { result } = await run(prompts, { allowedTools }, async (message, running) => {
        if (message.type === 'result' && (calledAt += 1) === 1) {
          await running.applyFlagSettings({ permissions: { deny: ['Bash(touch *)'] } });
          const wrong = JSON.parse('{ "permissions": { "deny": "none" } }');
          await expect(running.applyFlagSettings(wrong)).rejects.toThrow('permissions.deny');
          const sandbox = { sandbox: { enabled: true } };
          await expect(running.applyFlagSettings(sandbox)).rejects.toThrow('sandbox');
        }
        heard(message);
      });
      expect(result).toMatchObject({ result: 'Two.' });
      expect(existsSync(join(cwd, 'two'))).toBe(false);
    },
  },
  {
    title: 'rewindFiles() says what it would change, then changes that',
    script: [
      words('Nothing.'),
      calls(['Write', { file_path: 'a.txt', content: 'one\ntwo\n' }]),
      words('One.'),
      calls(['Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'three\nfour' }]),
      words('Two.'),
    ],
    async program({ run, cwd }) {
      const uuid = randomUUID();
      const { prompts, heard } = talk('One', { content: 'Two', uuid });
      const answers: unknown[] = [];
      const options = { enableFileCheckpointing: true, permissionMode: 'acceptEdits' } as const;
      await run('Nothing', { maxTurns: 1 }, async (message, running) => {
        if (message.type === 'system' && message.subtype === 'init')
          answers.push(await running.rewindFiles(uuid));
      });
      await run(prompts, options, async (message, running) => {
        if (message.type === 'result' && message.subtype === 'success' && message.result === 'Two.') {
          answers.push(await running.rewindFiles(uuid, { dryRun: true }));
          answers.push(readFileSync(join(cwd, 'a.txt'), 'utf8'));
          answers.push(await running.rewindFiles(uuid));
        }
        heard(message);
      });
      const change = {
        canRewind: true,
        filesChanged: [expect.stringMatching(/a\.txt$/)],
        insertions: 1,
        deletions: 2,
      };
      const off = { canRewind: false, error: expect.stringContaining('enableFileCheckpointing') };
      expect(answers).toEqual([off, change, 'one\nthree\nfour\n', change]);
      expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
    },
  },
  {
    title: 'an empty prompt opens the session: requests are answered, and the model is not asked',
    script: [calls(['Write', { file_path: 'a.txt', content: 'one' }]), words('One.')],
    async program({ run, cwd, server }) {
      const options = {
        enableFileCheckpointing: true,
        permissionMode: 'acceptEdits',
        extraArgs: { 'replay-user-messages': null },
      } as const;
      const { messages, result } = await run('Write it', options);
      const checkpoint = messages.find(({ type }) => type === 'user')?.uuid ?? '';
      const resume = result?.session_id ?? '';
      const answers: unknown[] = [];
      const { result: opened } = await run('', { ...options, resume }, async (message, running) => {
        if (message.type !== 'system' || message.subtype !== 'init') return;
        answers.push(await running.rewindFiles(checkpoint, { dryRun: true }));
        answers.push(await running.rewindFiles(checkpoint));
      });
      expect(answers).toMatchObject([{ canRewind: true }, { canRewind: true }]);
      expect(existsSync(join(cwd, 'a.txt'))).toBe(false);
      expect(opened).toMatchObject({ subtype: 'success', result: '', num_turns: 0 });
      expect(server.requests).toHaveLength(2);
    },
  },
  {
    title: 'titles of hooks are those of the stored session',
    script: [words('One.'), words('Two.')],
    async program(world) {
      const env = storedIn(world);
      const { prompts, heard } = talk('One', 'Two', 'Three');
      const titles: unknown[] = [];
      const titled = (hookEventName: 'SessionStart' | 'UserPromptSubmit'): HookCallbackMatcher[] => [
        {
          hooks: [
            async (input) =>
              'prompt' in input && input.prompt !== 'Two'
                ? input.prompt === 'One'
                  ? {}
                  : { decision: 'block', reason: 'Not that.' }
                : { hookSpecificOutput: { hookEventName, sessionTitle: hookEventName } },
          ],
        },
      ];
      const hooks = {
        SessionStart: titled('SessionStart'),
        UserPromptSubmit: titled('UserPromptSubmit'),
      };
      const { messages, result } = await world.run(prompts, { hooks, env }, async (message) => {
        if (message.type === 'result')
          titles.push((await getSessionInfo(message.session_id, { dir: world.cwd }))?.customTitle);
        heard(message);
      });
      expect(titles).toEqual(['SessionStart', 'UserPromptSubmit', 'UserPromptSubmit']);
      const why = 'UserPromptSubmit operation blocked by hook:\nNot that.';
      expect(result).toMatchObject({ subtype: 'success', is_error: false, result: why, num_turns: 0 });
      expect(messages).toContainEqual(
        expect.objectContaining({ subtype: 'informational', content: why, prevent_continuation: true }),
      );
    },
  },
  {
    title: 'a session in a store goes on with what another machine has added, and not once it is deleted',
    script: [words('Plums.'), words('Pears.'), words('Figs.'), words('Dates.')],
    async program(world) {
      const env = storedIn(world);
      const sessionStore = new InMemorySessionStore();
      const { result } = await world.run('Apples?', { env, sessionStore });
      const resume = result?.session_id ?? '';
      const elsewhere = { ...env, HOME: `${world.home}-2`, CLAUDE_CONFIG_DIR: `${world.home}-2/.claude` };
      await world.run('Quinces?', { env: elsewhere, resume, sessionStore });
      await world.run('Third', { env, resume, sessionStore });
      const sent = JSON.stringify(world.server.requests[2]?.body);
      for (const text of ['Apples?', 'Plums.', 'Quinces?', 'Pears.'])
        expect(sent.split(text)).toHaveLength(2);
      // The session of this machine has gone on: no copy of it is left.
      await world.run('Fourth', { env, resume, sessionStore });
      const listed = execFileSync(process.execPath, [world.program, 'sessions'], { cwd: world.cwd, env });
      expect(String(listed).split('Apples?')).toHaveLength(2);
      await deleteSession(resume, { dir: world.cwd, sessionStore });
      await expect(world.run('Fifth', { env: elsewhere, resume, sessionStore })).rejects.toThrow(
        'No conversation found',
      );
    },
  },
  {
    title: 'a command that backgroundTasks() moves is reported as one that ran in the foreground until then',
    script: [
      calls(['Bash', { command: 'until [ -e stop ]; do sleep 0.1; done' }]),
      words('Moved.'),
      words('Ended.'),
    ],
    async program({ run, cwd }) {
      const { promise: isEnded, resolve: onEnded } = Promise.withResolvers<void>();
      async function* prompts() {
        yield said('Go');
        await isEnded;
      }
      const told: object[] = [];
      await run(prompts(), { allowedTools: ['Bash'] }, async (message, running) => {
        if (message.type === 'assistant' && message.message.content[0]?.type === 'tool_use') {
          const { id } = message.message.content[0];
          // It is in the foreground once it runs.
          while (!(await running.backgroundTasks(id))) await delay(50);
          writeFileSync(join(cwd, 'stop'), '');
        }
        if (message.type === 'system' && message.subtype.startsWith('task_')) told.push(message);
        if (told.length === 4) onEnded();
      });
      expect(told).toMatchObject([
        { subtype: 'task_started', task_type: 'local_bash', is_backgrounded: false },
        { subtype: 'task_updated', patch: { is_backgrounded: true } },
        { subtype: 'task_updated', patch: { status: 'completed' } },
        { subtype: 'task_notification', status: 'completed' },
      ]);
    },
  },
  {
    title: 'skills that were reloaded are supported commands, and a model of a gateway may have any name',
    script: [words('One.')],
    async program({ run, cwd, server }) {
      const file = join(cwd, '.claude/skills/late/SKILL.md');
      const names = async (running: Query) => (await running.supportedCommands()).map(({ name }) => name);
      const seen: boolean[] = [];
      await run('Go', { settingSources: ['project'], model: 'our-own-model' }, async (message, running) => {
        if (message.type !== 'assistant') return;
        seen.push((await names(running)).includes('late'));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, '---\nname: late\ndescription: Late\n---\nHelp.\n');
        await running.reloadSkills();
        seen.push((await names(running)).includes('late'));
      });
      expect(seen).toEqual([false, true]);
      expect(server.requests[0]?.body).toMatchObject({ model: 'our-own-model' });
    },
  },
  {
    title: 'tools of a plugin answer to the name with the plugin, in calls and in rules',
    script: [
      calls(['mcp__plugin_plug_srv__hi', {}]),
      words('One.'),
      calls(['mcp__plugin_plug_srv__hi', {}]),
      words('Two.'),
    ],
    async program({ run, cwd, sent }) {
      mkdirSync(join(cwd, 'plug/.claude-plugin'), { recursive: true });
      writeFileSync(join(cwd, 'plug/.claude-plugin/plugin.json'), '{ "name": "plug" }');
      const args = ['${CLAUDE_PLUGIN_ROOT}/server.mjs'];
      const srv = { command: process.execPath, args };
      writeFileSync(join(cwd, 'plug/.mcp.json'), JSON.stringify({ mcpServers: { srv } }));
      writeFileSync(join(cwd, 'plug/server.mjs'), PLUGIN_SERVER);
      const plugins = [{ type: 'local', path: join(cwd, 'plug') }] as const;
      await run('Allowed', { plugins: [...plugins], allowedTools: ['mcp__plugin_plug_srv__*'] });
      expect(sent()).toContain('HI-PLUGIN');
      const { result } = await run('Denied', {
        plugins: [...plugins],
        permissionMode: 'bypassPermissions',
        allowDangerouslySkipPermissions: true,
        disallowedTools: ['mcp__plugin_plug_srv__hi'],
      });
      expect(result).toMatchObject({ result: 'Two.' });
      expect(sent().match(/HI-PLUGIN/g)).toHaveLength(1);
    },
  },
  {
    title: 'what the program is told has the forms of the types',
    script: [calls(['Bash', { command: 'git push' }])],
    async program(world) {
      const { run, cwd, server } = world;
      writeFileSync(join(cwd, 'text.bin'), 'a\uFFFD');
      mkdirSync(join(cwd, '.git'));
      writeFileSync(join(cwd, '.git/HEAD'), 'ref: refs/heads/trunk\n');
      mkdirSync(join(cwd, 'plug/.claude-plugin'), { recursive: true });
      writeFileSync(join(cwd, 'plug/.claude-plugin/plugin.json'), '{ "name": "plug", "version": "1.2.0" }');
      const env = storedIn(world);
      const told: unknown[] = [];
      const { promise: areFilesRead, resolve: onFilesRead } = Promise.withResolvers<void>();
      const { messages, result } = await run(
        'Push',
        {
          env: { ...env, ANTHROPIC_API_KEY: undefined, ANTHROPIC_AUTH_TOKEN: 'bearer' },
          plugins: [{ type: 'local', path: join(cwd, 'plug') }],
          settings: JSON.stringify({ permissions: { ask: ['Bash(git push:*)'] } }),
          async canUseTool(_name, _input, { matchedAskRule }) {
            told.push(matchedAskRule);
            await areFilesRead;
            return { behavior: 'deny', message: 'No.', interrupt: true };
          },
        },
        async (message, running) => {
          if (message.type === 'system' && message.subtype === 'init') {
            told.push(await running.readFile('text.bin'));
            told.push(await running.readFile('text.bin', { encoding: 'base64' }));
            onFilesRead();
          }
        },
      );
      expect(messages.find(({ type }) => type === 'system')).toMatchObject({
        apiKeySource: 'none',
        plugins: [{ name: 'plug', version: '1.2.0' }],
      });
      expect(told).toEqual(
        expect.arrayContaining([
          { contents: 'a\uFFFD', absPath: join(cwd, 'text.bin'), lossy: false },
          { contents: 'Ye+/vQ==', absPath: join(cwd, 'text.bin'), encoding: 'base64' },
          { source: expect.any(String), toolName: 'Bash', ruleContent: 'git push:*' },
        ]),
      );
      expect(result).toMatchObject({ terminal_reason: 'aborted_tools' });
      expect(await getSessionInfo(result?.session_id ?? '', { dir: cwd })).toMatchObject({
        gitBranch: 'trunk',
      });
      expect(server.requests).toHaveLength(1);
    },
  },
  {
    title: 'getContextUsage() lists instruction files, agents, skills, and what the API counted',
    script: [{ ...words('Hello.'), usage: { inputTokens: 20_000, outputTokens: 50 } }],
    async program({ run, cwd }) {
      write(join(cwd, 'CLAUDE.md'), 'Remember. '.repeat(50));
      write(join(cwd, '.claude/agents/helper.md'), '---\nname: helper\ndescription: Helps\n---\nHelp.');
      write(join(cwd, '.claude/skills/pdf/SKILL.md'), '---\ndescription: PDFs\n---\nRead it.');
      const { prompts, heard } = talk('Hi');
      let usage: SDKControlGetContextUsageResponse | undefined;
      await run(prompts, { settingSources: ['project'] }, async (message, running) => {
        if (message.type === 'result') usage = await running.getContextUsage();
        heard(message);
      });
      const tokens = expect.any(Number);
      expect(usage).toMatchObject({
        totalTokens: 20_050,
        percentage: 10,
        apiUsage: { input_tokens: 20_000, output_tokens: 50, cache_read_input_tokens: 0 },
        memoryFiles: [{ path: join(cwd, 'CLAUDE.md'), type: 'Project', tokens }],
        agents: [{ agentType: 'helper', source: 'projectSettings', tokens }],
        skills: { totalSkills: 1, skillFrontmatter: [{ name: 'pdf', source: 'projectSettings', tokens }] },
      });
      const ids = usage?.categories.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining(['memory_files', 'custom_agents', 'skills', 'messages']));
      expect(usage?.gridRows.map((row) => row.length)).toEqual(Array.from({ length: 10 }, () => 10));
      expect(usage?.memoryFiles[0]?.tokens).toBeGreaterThan(0);
    },
  },
  {
    title:
      'what is changed before the first message holds from the beginning; a mode that there is not changes nothing',
    script: [calls(['Bash', { command: 'touch made' }]), words('Planned.'), words('Two.')],
    async program({ cwd, options, server }) {
      const { promise: isReady, resolve: onReady } = Promise.withResolvers<void>();
      const { promise: isOne, resolve: onOne } = Promise.withResolvers<void>();
      async function* prompts() {
        await isReady;
        yield said('One');
        await isOne;
        yield said('Two');
      }
      const running = query({ prompt: prompts(), options: { ...options, allowedTools: ['Bash'] } });
      await running.setPermissionMode('plan');
      await running.setModel('claude-opus-4-5');
      await expect(running.setPermissionMode(JSON.parse('"strictest"'))).rejects.toThrow('strictest');
      onReady();
      const modes: unknown[] = [];
      for await (const message of running) {
        if (message.type === 'system' && message.subtype === 'init')
          modes.push([message.permissionMode, message.model]);
        if (message.type === 'result') onOne();
      }
      expect(modes).toEqual([
        ['plan', 'claude-opus-4-5'],
        ['plan', 'claude-opus-4-5'],
      ]);
      expect(server.requests.map(({ body }) => body['model'])).toEqual(Array(3).fill('claude-opus-4-5'));
      expect(existsSync(join(cwd, 'made'))).toBe(false);
    },
  },
  {
    title:
      'a process that was started ahead serves the session that claims it, and none that it can not serve',
    script: [calls(['Bash', { command: 'pwd > where' }]), words('Claimed.')],
    async program({ cwd, options, server }) {
      const { cwd: _cwd, ...host } = options;
      write(join(cwd, 'CLAUDE.md'), 'FOLDER-MEMORY');
      const ahead = { ...host, settingSources: ['project' as const], allowedTools: ['Bash'] };
      const spare = await prewarm({ options: ahead });
      const running = spare.claim({
        prompt: 'Hello',
        options: {
          ...{ cwd, permissionMode: 'acceptEdits', appendSystemPrompt: 'MORE' },
          additionalDirectories: ['missing'],
        },
      });
      const claimed = await spare.claimed;
      const messages: SDKMessage[] = [];
      for await (const message of running) messages.push(message);
      expect(messages).toMatchObject(
        expect.arrayContaining([
          expect.objectContaining({
            subtype: 'init',
            cwd,
            permissionMode: 'acceptEdits',
            session_id: claimed.sessionId,
          }),
          expect.objectContaining({ subtype: 'success', result: 'Claimed.' }),
        ]),
      );
      expect(readFileSync(join(cwd, 'where'), 'utf8')).toBe(`${cwd}\n`);
      const [first] = server.requests.map(({ body }) => JSON.stringify(body));
      expect(first).toContain('FOLDER-MEMORY');
      expect(first).toContain('MORE');
      const other = await prewarm({ options: ahead });
      const refused = other.claim({ prompt: 'Hello', options: { cwd: join(cwd, 'missing') } });
      await expect(other.claimed).rejects.toThrow('cwd_not_found');
      await expect(
        (async () => {
          for await (const message of refused) messages.push(message);
        })(),
      ).rejects.toThrow('not_claimed');
      await other.exited;
      expect(server.requests).toHaveLength(2);
    },
  },
  {
    title: 'hooks are told which prompt it is, and how much the model thinks about a call',
    script: [calls(['Bash', { command: 'echo "<$CLAUDECODE>"' }]), words('One.'), words('Two.')],
    async program({ run, sent }) {
      const told: HookInput[] = [];
      const note: HookCallbackMatcher[] = [{ hooks: [async (input) => (told.push(input), {})] }];
      const { prompts, heard } = talk('One', 'Two');
      const hooks = { SessionStart: note, UserPromptSubmit: note, PreToolUse: note, Stop: note };
      await run(prompts, { hooks, allowedTools: ['Bash'], effort: 'low' }, heard);
      const [none, first, second] = [...new Set(told.map(({ prompt_id: id }) => id))];
      expect(none).toBeUndefined();
      expect(told.map(({ hook_event_name: event, prompt_id: id, effort }) => [event, id, effort])).toEqual([
        ['SessionStart', undefined, undefined],
        ['UserPromptSubmit', first, undefined],
        ['PreToolUse', first, { level: 'low' }],
        ['Stop', first, { level: 'low' }],
        ['UserPromptSubmit', second, undefined],
        ['Stop', second, { level: 'low' }],
      ]);
      // As in commands of Claude Code.
      expect(sent()).toContain('<1>');
    },
  },
  {
    title: 'instructions of subdirectories and rules reach the model as settingSources say',
    script: ({ body }) =>
      JSON.stringify(body['messages']).includes('tool_result')
        ? words('Read.')
        : calls(['Read', { file_path: 'sub/deep/a.ts' }]),
    async program(world) {
      const { run, cwd } = world;
      write(join(cwd, 'sub/deep/a.ts'), 'export {};\n');
      write(join(cwd, 'sub/CLAUDE.md'), 'NESTED');
      write(join(cwd, '.claude/rules/all.md'), 'RULE-FOR-ALL');
      write(join(cwd, '.claude/rules/of/ts.md'), '---\npaths:\n  - "**/*.ts"\n---\nRULE-FOR-TS');
      write(join(cwd, '.claude/rules/of/go.md'), '---\npaths: "**/*.go"\n---\nRULE-FOR-GO');
      await run('Read', { settingSources: ['project'] });
      await run('Read', { settingSources: [] });
      const has = (index: number): readonly boolean[] =>
        ['RULE-FOR-ALL', 'NESTED', 'RULE-FOR-TS', 'RULE-FOR-GO'].map((text) =>
          bodyOf(world, index).includes(text),
        );
      expect([0, 1, 2, 3].map(has)).toEqual([
        [true, false, false, false],
        [true, true, true, false],
        [false, false, false, false],
        [false, false, false, false],
      ]);
    },
  },
  {
    title: 'a refused connection is tried again, and the program is told',
    script: [],
    async program({ options }) {
      const messages: SDKMessage[] = [];
      const env = { ...options.env, ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', CLAUDE_CODE_MAX_RETRIES: '1' };
      const running = query({ prompt: 'Hi', options: { ...options, env } });
      await expect(
        (async () => {
          for await (const message of running) messages.push(message);
        })(),
      ).rejects.toThrow('is it running?');
      expect(messages).toMatchObject(
        expect.arrayContaining([
          expect.objectContaining({ subtype: 'api_retry', attempt: 1, max_retries: 1, error_status: null }),
        ]),
      );
    },
  },
  {
    title: 'results say how long the answer took to begin, and what the model is without its service',
    script: [words('Hello.')],
    async program({ run }) {
      const { messages, result } = await run('Hi', { includePartialMessages: true });
      const ms = expect.any(Number);
      expect(
        messages.filter((one) => one.type === 'stream_event' && one.ttft_ms !== undefined),
      ).toMatchObject([{ event: { type: 'message_start' }, ttft_ms: ms }]);
      expect(result).toMatchObject({
        ttft_ms: ms,
        ttft_stream_ms: ms,
        modelUsage: {
          'claude-sonnet-4-5': { canonicalModel: 'claude-sonnet-4-5', provider: 'firstParty' },
        },
      });
    },
  },
  {
    title: 'servers show their entry, resources their contents; what setMcpServers() removes leaves the list',
    script: [
      words('One.'),
      calls(['ReadMcpResourceTool', { server: 'srv', uri: 'doc://a' }]),
      words('Two.'),
      words('Three.'),
    ],
    async program(world) {
      const { run, cwd } = world;
      write(join(cwd, 'server.mjs'), PLUGIN_SERVER);
      const entry = { command: process.execPath, args: [join(cwd, 'server.mjs')], alwaysLoad: true };
      const { prompts, heard } = talk('One', 'Two', 'Three');
      const status: (readonly McpServerStatus[])[] = [];
      let ended = 0;
      const { messages } = await run(
        prompts,
        { allowedTools: ['ReadMcpResourceTool'], env: { ...world.options.env, ENABLE_TOOL_SEARCH: 'false' } },
        async (message, running) => {
          if (message.type === 'result' && (ended += 1) < 3) {
            const srv = { ...entry, env: { TOKEN: 'hidden-value' } };
            await running.setMcpServers(ended === 1 ? { srv } : {});
            status.push(await running.mcpServerStatus());
          }
          heard(message);
        },
      );
      expect(status).toMatchObject([[{ name: 'srv', config: entry }], []]);
      expect(JSON.stringify(status)).not.toContain('hidden-value');
      expect(messages.filter(({ type }) => type === 'user')).toMatchObject([
        { tool_use_result: { contents: [{ uri: 'doc://a', mimeType: 'text/x', text: 'RESOURCE' }] } },
      ]);
      const tools = world.server.requests.map(({ body }) => JSON.stringify(body['tools']));
      expect(tools.map((text) => text.includes('mcp__srv__hi'))).toEqual([false, true, true, false]);
    },
  },
  {
    title: 'a session that deleteSession() removed is gone',
    script: [words('One.')],
    async program(world) {
      const env = storedIn(world);
      const { result } = await world.run('One', { env });
      const session = result?.session_id ?? '';
      await deleteSession(session, { dir: world.cwd });
      await expect(world.run('Two', { env, resume: session })).rejects.toThrow(
        `No conversation found with session ID: ${session}`,
      );
    },
  },
  {
    title: 'a command file chooses the model of its turn',
    script: [words('One.'), words('Two.')],
    async program({ run, cwd, server }) {
      write(join(cwd, '.claude/commands/quick.md'), '---\nmodel: haiku\n---\nBe quick.');
      const { prompts, heard } = talk('/quick', 'Two');
      await run(prompts, { settingSources: ['project'] }, heard);
      expect(server.requests.map(({ body }) => body['model'])).toEqual([
        expect.stringContaining('haiku'),
        'claude-sonnet-4-5',
      ]);
    },
  },
  {
    title: 'a session that can not be opened has a result with its id',
    script: [],
    async program({ options }) {
      const resume = randomUUID();
      const messages: SDKMessage[] = [];
      const running = query({ prompt: 'Hi', options: { ...options, resume } });
      await expect(
        (async () => {
          for await (const message of running) messages.push(message);
        })(),
      ).rejects.toThrow(`No conversation found with session ID: ${resume}`);
      expect(messages).toMatchObject([{ subtype: 'error_during_execution', session_id: resume }]);
    },
  },
  {
    title: 'a program that chooses TodoWrite by name has it',
    script: [
      calls(['TodoWrite', { todos: [{ content: 'Plan', status: 'pending', activeForm: 'Planning' }] }]),
      words('Done.'),
    ],
    async program({ run, server }) {
      const { messages } = await run('Hi', { tools: ['TodoWrite'] });
      expect(messages.find(({ type }) => type === 'user')).toMatchObject({
        tool_use_result: { newTodos: [{ content: 'Plan' }] },
      });
      expect(server.requests[0]?.body['tools']).toMatchObject([{ name: 'TodoWrite' }]);
    },
  },
  {
    title: 'mcpServerStatus() describes the tools of each server',
    script: [words('Hello.')],
    async program({ run }) {
      const forecast = tool(
        'forecast',
        'The weather of tomorrow',
        { city: z.string() },
        async () => ({ content: [] }),
        {
          annotations: { readOnlyHint: true },
        },
      );
      const { prompts, heard } = talk('Hi');
      let status: readonly McpServerStatus[] = [];
      const mcpServers = { sky: createSdkMcpServer({ name: 'sky', tools: [forecast] }) };
      await run(prompts, { mcpServers }, async (message, running) => {
        if (message.type === 'result') status = await running.mcpServerStatus();
        heard(message);
      });
      expect(status).toMatchObject([
        {
          name: 'sky',
          source: 'sdk',
          scope: 'dynamic',
          tools: [
            { name: 'forecast', description: 'The weather of tomorrow', annotations: { readOnly: true } },
          ],
        },
      ]);
    },
  },
];

it.each(PROGRAMS)('$title', async ({ script, program }) => {
  const world = await openSdkWorld(script);
  await program(world);
  expect(world.server.problems).toEqual([]);
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { AgentEvent } from '@sluice/agent';
import { defineTool, type CallInquiry, type JournalEntry, type JsonObject } from '@sluice/core';
import { readJournal, readWholeJournal } from '@sluice/host';
import { startModelServer } from '../../../agent/test/support/model-server/start-model-server.ts';
import type { Script } from '../../../agent/test/support/model-server/script.ts';
import { scratch } from '../../../sluice/test/cli/exec/support/scratch.ts';
import type { AssembledAgent } from '../../src/agent/assembled-agent.ts';
import type { OpenChildOptions } from '../../src/agent/child-options.ts';
import { openAgent } from '../../src/agent/open-agent.ts';
import { openSessionParts } from '../../src/parts/open-session-parts.ts';
import type { SessionPartsOptions } from '../../src/options/session-parts-options.ts';

const MODEL = 'anthropic/claude-sonnet-4-5';
const PRICES = { modelPrices: { 'claude-sonnet-4-5': { input: 1, output: 1 } } };
const calls = (name: string, input: JsonObject) => [{ type: 'call' as const, name, input }];
const says = (text: string) => ({ content: [{ type: 'text' as const, text }] });

interface Opened {
  readonly agent: AssembledAgent;
  readonly server: Awaited<ReturnType<typeof startModelServer>>;
  readonly asked: CallInquiry[];
  readonly opened: AssembledAgent[];
  readonly sessionDirectory: string;
  readonly cwd: string;
}

/** A main agent with a tool that opens another agent and gives it its input's prompt. */
async function openTree(
  script: Script,
  child: Partial<OpenChildOptions> = {},
  { maxBudgetUsd, ...options }: Partial<SessionPartsOptions> & { readonly maxBudgetUsd?: number } = {},
): Promise<Opened> {
  process.env['ANTHROPIC_API_KEY'] ??= 'test-key';
  const server = await startModelServer(script);
  const [cwd, sessionDirectory] = [scratch(), join(scratch(), 'session')];
  const opened: AssembledAgent[] = [];
  const delegate = defineTool({
    name: 'Delegate',
    description: 'Gives a task to another agent.',
    inputSchema: { type: 'object' },
    claims: () => 'independent' as const,
    async call(input: unknown, context) {
      const parent = opened.find(({ identity }) => identity?.id === context.agent?.id) ?? agent;
      const found = await openAgent(parts, { parent, type: 'Helper', call: context, ...child });
      if (!found.ok) return { data: found.error.message };
      opened.push(found.agent);
      let text = '';
      for await (const event of found.agent.run(JSON.stringify(input)))
        if (event.type === 'result') ({ text } = event.result);
      await found.agent.close();
      return { data: text };
    },
  });
  const openedParts = await openSessionParts({
    cwd,
    sessionDirectory,
    settings: { files: [JSON.stringify(PRICES)], allow: ['Delegate', 'Read'] },
    tools: [delegate],
    ...options,
  });
  if (!openedParts.ok) throw new Error(openedParts.error.message);
  const { parts } = openedParts;
  const asked: CallInquiry[] = [];
  const found = await openAgent(parts, {
    model: MODEL,
    baseUrl: server.address,
    maxBudgetUsd,
    asker: {
      push(inquiry, answer) {
        if (inquiry.kind === 'permission') asked.push(inquiry);
        answer({ behavior: 'allow' });
      },
      remove() {},
      update() {},
    },
  });
  if (!found.ok) throw new Error(found.error.message);
  const { agent } = found;
  onTestFinished(async () => {
    await agent.close();
    await parts.dispose();
    await server[Symbol.asyncDispose]();
  });
  return { agent, server, asked, opened, sessionDirectory, cwd };
}

async function work(agent: AssembledAgent, prompt: string): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of agent.run(prompt)) events.push(event);
  return events;
}

const typesOf = (entries: readonly JournalEntry[]): string[] =>
  entries.flatMap((entry) => ('callId' in entry ? [`${entry.type} ${entry.callId}`] : [entry.type]));

it('an agent that a call opens reads and edits a file in its own conversation, named wherever it acts', async () => {
  const told: unknown[] = [];
  const tree = await openTree(
    [
      { content: calls('Delegate', { task: 'fix it' }) },
      { content: calls('Read', { file_path: 'code.txt' }) },
      { content: calls('Edit', { file_path: 'code.txt', old_string: 'wrong', new_string: 'right' }) },
      says('Fixed it.'),
      says('Done.'),
    ],
    { id: 'a1' },
    {
      hooks: [
        {
          event: 'PreToolUse',
          name: 'pre',
          run: ({ toolName, agent }) => void told.push([toolName, agent?.type]),
        },
      ],
    },
  );
  const { agent, server, asked, opened, sessionDirectory, cwd } = tree;
  writeFileSync(join(cwd, 'code.txt'), 'all wrong\n');
  const events = await work(agent, 'Have it fixed.');

  expect(readFileSync(join(cwd, 'code.txt'), 'utf8')).toBe('all right\n');
  const delegated = events.find(({ type }) => type === 'results');
  expect(JSON.stringify(delegated)).toContain('Fixed it.');
  expect(server.problems).toEqual([]);
  // The child's conversation is its own: its task, and nothing of the parent's.
  const requests = server.requests.map(({ body }) => JSON.stringify(body));
  expect(requests[1]).not.toContain('Have it fixed.');
  expect(requests[1]).toContain('not-from-user');
  expect(requests[4]).not.toContain('code.txt');

  expect(
    asked.map(({ toolName, agentChain, agentId, agentType }) => [toolName, agentChain, agentId, agentType]),
  ).toEqual([['Edit', ['Helper'], 'a1', 'Helper']]);
  expect(told).toEqual([
    ['Delegate', undefined],
    ['Read', 'Helper'],
    ['Edit', 'Helper'],
  ]);
  expect(opened[0]?.identity).toMatchObject({ id: 'a1', type: 'Helper' });

  const main = await readJournal(sessionDirectory);
  const own = await readJournal(join(sessionDirectory, 'agents', 'a1'));
  expect(opened[0]?.transcriptPath).toBe(join(sessionDirectory, 'agents/a1/journal.jsonl'));
  const began = main.entries.find(({ type }) => type === 'agent-began');
  expect(began).toMatchObject({ agentId: 'a1', agentType: 'Helper', model: MODEL });
  expect(main.entries.find(({ type }) => type === 'agent-ended')).toMatchObject({ status: 'completed' });
  expect(main.entries.some(({ type }) => type === 'wrote')).toBe(false);
  expect(typesOf(own.entries).filter((type) => type === 'user' || type.startsWith('wrote'))).toEqual([
    'user',
    expect.stringMatching(/^wrote /),
  ]);
  expect(own.entries.find(({ type }) => type === 'user')).toMatchObject({ origin: 'agent' });
  const whole = await readWholeJournal(sessionDirectory);
  const wrote = whole.entries.findIndex(({ type }) => type === 'wrote');
  const order = ['agent-began', 'agent-ended'].map((type) =>
    whole.entries.findIndex((entry) => entry.type === type),
  );
  expect(order[0]).toBeLessThan(wrote);
  expect(wrote).toBeLessThan(order[1] ?? -1);
  expect(whole.entries[wrote]).toMatchObject({ messageId: expect.stringMatching(/^a1\//) });
});

it('an agent is under the permission of its parent, with a mode and denies of its own', async () => {
  const { agent, asked, opened, cwd } = await openTree(
    [
      { content: calls('Delegate', {}) },
      { content: calls('Write', { file_path: 'new.txt', content: 'x' }) },
      { content: calls('Read', { file_path: 'code.txt' }) },
      says('Nothing done.'),
      says('Done.'),
    ],
    { mode: 'plan', denies: ['Read'] },
    { permissionMode: 'acceptEdits' },
  );
  writeFileSync(join(cwd, 'code.txt'), 'x');
  await work(agent, 'Go.');
  expect(opened[0]?.runtime.permission.current().mode).toBe('plan');
  // No one is asked about a write in plan mode.
  expect(asked).toEqual([]);
  expect(existsSync(join(cwd, 'new.txt'))).toBe(false);
  const [child] = opened;
  agent.runtime.permission.apply({
    ...{ type: 'addRules', behavior: 'deny', rules: ['Grep'], destination: 'session' },
  });
  expect(await child?.runtime.decide({ name: 'Grep', input: { pattern: 'x' } })).toMatchObject({
    behavior: 'deny',
    reason: expect.stringContaining('Grep'),
  });
  expect(await child?.runtime.decide({ name: 'Read', input: { file_path: 'code.txt' } })).toMatchObject({
    reason: expect.stringContaining('the deny rule Read (agent)'),
  });
});

it('all agents of a session have one budget and one set of connections', async () => {
  const usage = { inputTokens: 400_000, outputTokens: 0 };
  const { agent, opened, server } = await openTree(
    [
      { content: calls('Delegate', {}), usage },
      { content: calls('Read', { file_path: 'none' }), usage },
      { content: calls('Read', { file_path: 'none' }), usage },
      { content: calls('Read', { file_path: 'none' }), usage },
    ],
    {},
    { maxBudgetUsd: 1 },
  );
  const events = await work(agent, 'Go.');
  const result = events.find(({ type }) => type === 'result');
  expect(result).toMatchObject({ result: { reason: 'max-budget' } });
  // The child was stopped at the limit, and the parent was not asked again.
  expect(server.requests).toHaveLength(3);
  expect(opened[0]?.spentUsd.total).toBeCloseTo(0.8);
  expect(agent.budgetLeftUsd).toBe(0);
});

it('an agent that has ended goes on with its conversation', async () => {
  const { agent, server, opened } = await openTree(
    [{ content: calls('Delegate', {}) }, says('Seven.'), says('Done.'), says('Seven again.')],
    { id: 'a1' },
  );
  await work(agent, 'Go.');
  const again = await openAgent(agent.parts, { parent: agent, type: 'Helper', id: 'a1' });
  expect(again).toMatchObject({ ok: false, error: { code: 'no-journal' } });
  const resumed = await openAgent(agent.parts, { parent: agent, type: 'Helper', id: 'a1', resume: true });
  if (!resumed.ok) throw new Error(resumed.error.message);
  const twice = await openAgent(agent.parts, { parent: agent, type: 'Helper', id: 'a1', resume: true });
  expect(twice).toMatchObject({ error: { message: 'The agent a1 of this session is already open.' } });
  await work(resumed.agent, 'What was it?');
  await resumed.agent.close();
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('Seven.');
  expect(opened).toHaveLength(1);
});

it('a session that goes on knows its agents, and which of them were lost', async () => {
  const { agent, sessionDirectory, cwd } = await openTree(
    [{ content: calls('Delegate', {}) }, says('Seven.'), says('Done.')],
    { id: 'a1' },
  );
  await work(agent, 'Go.');
  // Its program dies before it has ended.
  const lost = await openAgent(agent.parts, { parent: agent, type: 'Helper', id: 'a2' });
  if (!lost.ok) throw new Error(lost.error.message);
  await agent.parts.dispose();
  const parts = await openSessionParts({ cwd, sessionDirectory, resume: true });
  if (!parts.ok) throw new Error(parts.error.message);
  onTestFinished(() => parts.parts.dispose().then(() => {}));
  expect(parts.parts.session.agents.map(({ agentId, status }) => [agentId, status])).toEqual([
    ['a1', 'completed'],
    ['a2', 'lost'],
  ]);
});

it('hooks of its own run for an agent as long as it works, and are told its mode', async () => {
  const text = JSON.stringify({
    hooks: { PreToolUse: [{ matcher: 'Read', hooks: [{ type: 'command', command: 'cat >> seen.jsonl' }] }] },
  });
  const values = [
    {
      source: 'user' as const,
      file: undefined,
      line: undefined,
      value: JSON.parse(text).hooks,
      text,
      isFromTrustedRoot: () => true,
    },
  ];
  const { agent, cwd } = await openTree(
    [
      { content: calls('Delegate', {}) },
      { content: calls('Read', { file_path: 'code.txt' }) },
      says('Read it.'),
      { content: calls('Read', { file_path: 'code.txt' }) },
      says('Done.'),
      { content: calls('Read', { file_path: 'code.txt' }) },
      says('Read it again.'),
    ],
    { id: 'a1', mode: 'plan', hooks: values },
  );
  writeFileSync(join(cwd, 'code.txt'), 'x');
  await work(agent, 'Go.');
  const again = await openAgent(agent.parts, { parent: agent, type: 'Helper', id: 'a1', resume: true });
  if (!again.ok) throw new Error(again.error.message);
  await work(again.agent, 'Once more.');
  await again.agent.close();
  const seen = readFileSync(join(cwd, 'seen.jsonl'), 'utf8').trim().split('\n');
  expect(seen.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      agent_id: 'a1',
      agent_type: 'Helper',
      permission_mode: 'plan',
      tool_name: 'Read',
    }),
  ]);
});

import { expect, it, onTestFinished } from 'vitest';
import type { AgentCallExtension, AgentEvent } from '@sluice/agent';
import {
  defineTool,
  getOwn,
  isJsonObject,
  type AnyTool,
  type CallContext,
  type ToolPool,
} from '@sluice/core';
import { startModelServer } from '../../../agent/test/support/model-server/start-model-server.ts';
import type { Script } from '../../../agent/test/support/model-server/script.ts';
import type { LocalAgentOptions } from '../../src/agent/agent-options.ts';
import { createLocalAgent } from '../../src/agent/create-local-agent.ts';
import { scratch } from '../../../sluice/test/cli/exec/support/scratch.ts';

const MODEL = 'anthropic/claude-sonnet-4-5';
const PRICES = JSON.stringify({ modelPrices: { 'claude-sonnet-4-5': { input: 1, output: 1 } } });
const USAGE = { inputTokens: 100_000, outputTokens: 0 };
const calls = (name: string) => [{ type: 'call' as const, name, input: {} }];
const done = { content: [{ type: 'text' as const, text: 'Done.' }] };

async function openAgentWith(script: Script, options: Partial<LocalAgentOptions>) {
  process.env['ANTHROPIC_API_KEY'] ??= 'test-key';
  const server = await startModelServer(script);
  const agent = await createLocalAgent({
    cwd: scratch(),
    model: MODEL,
    baseUrl: server.address,
    permissionMode: 'bypassPermissions',
    settings: { files: [PRICES] },
    ...options,
  });
  onTestFinished(async () => {
    await agent.dispose();
    await server[Symbol.asyncDispose]();
  });
  const run = async (prompt: string): Promise<readonly AgentEvent[]> => {
    const events: AgentEvent[] = [];
    for await (const event of agent.run(prompt)) events.push(event);
    return events;
  };
  return { server, agent, run };
}

type Context = CallContext<AgentCallExtension<string>>;

/** A tool of a program that looks at everything an agent adds. */
function looking(seen: object[]): AnyTool {
  const look = (context: Context) => {
    const { extension, messages, parentMessageId, root, inProgress } = context;
    const { agentId, agentType, chain, model, thinking, canAsk, budgetLeftUsd, pool, mcp, commands, own } =
      extension;
    return {
      said: messages.map(({ role }) => role),
      parentMessageId,
      isRootOwn: root.current() === context.session,
      running: inProgress().calls.length,
      agentId,
      agentType,
      depth: chain.depth,
      model,
      thinking,
      canAsk,
      budgetLeftUsd,
      hasLook: pool.find('Look') !== undefined,
      mcp,
      commands,
      own,
      chain: chain.id,
    };
  };
  return defineTool({
    name: 'Look',
    description: 'Looks.',
    inputSchema: { type: 'object' },
    async call(_input, context: Context) {
      seen.push(look(context));
      return { data: await context.decide({ name: 'Look', input: {} }) };
    },
  });
}

it('a tool of a program sees what the agent adds, as it is at each call', async () => {
  const seen: object[] = [];
  const script: Script = [
    { content: calls('Look'), usage: USAGE },
    { content: calls('Look'), usage: USAGE },
    done,
  ];
  const { run, agent, server } = await openAgentWith(script, {
    tools: [looking(seen)],
    maxBudgetUsd: 1,
    effort: 'low',
    extension: 'mine',
    asker: { push() {}, remove() {}, update() {} },
  });
  const events = await run('Look twice.');
  expect(events.findLast(({ type }) => type === 'result')).toMatchObject({ result: { reason: 'completed' } });
  const same = {
    parentMessageId: undefined,
    isRootOwn: true,
    running: 1,
    agentId: undefined,
    agentType: undefined,
    depth: 0,
    model: MODEL,
    thinking: { effort: 'low' },
    canAsk: true,
    hasLook: true,
    mcp: [],
    commands: [],
    own: 'mine',
    chain: expect.stringMatching(/^[\da-f-]{36}$/),
  };
  expect(seen).toEqual([
    { ...same, said: ['user'], budgetLeftUsd: expect.any(Number) },
    { ...same, said: ['user', 'assistant', 'user'], budgetLeftUsd: expect.any(Number) },
  ]);
  // A call may start before its answer says what it costs: 0.1.
  for (const [answers, one] of seen.entries()) {
    const budgetLeftUsd = Number(Reflect.get(one, 'budgetLeftUsd'));
    expect(budgetLeftUsd).toBeLessThanOrEqual(1 - answers / 10 + 0.005);
    expect(budgetLeftUsd).toBeGreaterThan(1 - (answers + 1) / 10 - 0.005);
  }
  expect(server.problems).toEqual([]);
  expect(agent.budgetLeftUsd).toBeCloseTo(0.8);
  agent.runtime.permission.apply({ type: 'setMode', mode: 'dontAsk', destination: 'session' });
  server.restart([{ content: calls('Look') }, done]);
  agent.runtime.permission.apply({
    type: 'addRules',
    behavior: 'allow',
    rules: ['Look'],
    destination: 'session',
  });
  await run('Once more.');
  expect(seen[2]).toMatchObject({
    canAsk: false,
    said: ['user', 'assistant', 'user', 'assistant', 'user', 'assistant', 'user'],
  });
});

it("the model's list of tools grows at its end, and keeps what it has shown", async () => {
  const namesOf = (body: object): readonly unknown[] => {
    const tools = getOwn(body, 'tools');
    const list: readonly unknown[] = Array.isArray(tools) ? tools : [];
    return list.map((tool) => (isJsonObject(tool) ? tool['name'] : undefined));
  };
  const named = (name: string): AnyTool =>
    defineTool({
      name,
      description: name,
      inputSchema: { type: 'object' },
      call: async () => ({ data: name }),
    });
  const changes = [
    (pool: ToolPool) => pool.update('mcp:a', [named('mcp__a__one')]),
    (pool: ToolPool) => {
      pool.update('mcp:a', [], 'the server "a" has disconnected');
      pool.update('mcp:b', [named('mcp__b__one')]);
    },
  ];
  const change = defineTool({
    name: 'Change',
    description: 'Changes the pool.',
    inputSchema: { type: 'object' },
    async call(_input, { extension }: Context) {
      changes.shift()?.(extension.pool);
      return { data: 'changed' };
    },
  });
  const names = ['Change', 'mcp__a__one', 'Change', 'mcp__a__one', 'mcp__b__one'];
  const script = [...names.map((name) => ({ content: calls(name) })), done];
  const { run, server } = await openAgentWith(script, { builtInTools: [], tools: [change] });
  const events = await run('Go.');
  const results = events.flatMap((event) => (event.type === 'results' ? event.results : []));
  expect(results.map(({ content }) => content)).toEqual([
    'changed',
    'mcp__a__one',
    'changed',
    'The tool mcp__a__one is no longer available: the server "a" has disconnected. The call did not run.',
    'mcp__b__one',
  ]);
  const both = ['Change', 'mcp__a__one'];
  const all = [...both, 'mcp__b__one'];
  expect(server.requests.map(({ body }) => namesOf(body))).toEqual([['Change'], both, both, all, all, all]);
});

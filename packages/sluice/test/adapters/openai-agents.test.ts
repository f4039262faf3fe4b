import { Agent, OpenAIProvider, RunContext, RunState, Runner } from '@openai/agents';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LocalRuntime } from '../../src/index.ts';
import { toOpenAIAgents } from '../../src/adapters/openai-agents.ts';
import { chatServer } from './sdks/chat-server.ts';
import { outputsIn, responsesModel } from './sdks/openai.ts';
import { scratch } from '../cli/exec/support/scratch.ts';
import { PNG } from './sdks/png.ts';
import { openRuntime, probe, type Said } from './support.ts';

async function agentFor(runtime: LocalRuntime, said: readonly Said[]) {
  const { tools, startEarly } = await toOpenAIAgents(runtime);
  const agent = new Agent({ name: 'test', model: startEarly(responsesModel(said).model), tools });
  return { agent, runner: new Runner({ tracingDisabled: true }) };
}

it('a call starts while the model still writes, and its result goes to the next request', async () => {
  const started = Promise.withResolvers<void>();
  const runtime = await openRuntime({
    tools: [probe('Look', async ({ value }) => (started.resolve(), `saw ${value}`))],
  });
  // The stream ends only when the call has started.
  const said: Said[] = [[['c1', 'Look', { value: 'it' }], started.promise], 'Seen.'];
  const { agent, runner } = await agentFor(runtime, said);
  const run = await runner.run(agent, 'Go', { stream: true });
  await run.completed;
  expect(run.finalOutput).toBe('Seen.');
  expect(outputsIn(run.history)).toEqual({ c1: { type: 'text', text: 'saw it' } });
});

it('Chat Completions: a call starts when the model begins the next one', async () => {
  const started = Promise.withResolvers<void>();
  const runtime = await openRuntime({
    tools: [
      probe('Look', async ({ value }) => {
        if (value === 'first') started.resolve();
        return `saw ${value}`;
      }),
    ],
  });
  const piece = (index: number, id: string, value: string) => ({
    tool_calls: [
      { index, id, type: 'function', function: { name: 'Look', arguments: JSON.stringify({ value }) } },
    ],
  });
  await using server = await chatServer([
    // The model goes on only when the first call has started.
    [piece(0, 'c1', 'first'), piece(1, 'c2', ''), started.promise, 'tool_calls'],
    [{ content: 'Seen.' }, 'stop'],
  ]);
  const { tools, startEarlyFrom } = await toOpenAIAgents(runtime);
  const modelProvider = startEarlyFrom(
    new OpenAIProvider({ baseURL: server.address, apiKey: 'none', useResponses: false }),
  );
  const agent = new Agent({ name: 'test', model: 'some-model', tools });
  const run = await new Runner({ tracingDisabled: true, modelProvider }).run(agent, 'Go', { stream: true });
  await run.completed;
  expect(run.finalOutput).toBe('Seen.');
  expect(outputsIn(run.history)).toMatchObject({ c1: { text: 'saw first' }, c2: { text: 'saw ' } });
});

it('a question interrupts the run, reads go on, and another runtime runs each approved call once', async () => {
  const first = await openRuntime();
  const [one, two, seen] = ['one.txt', 'two.txt', 'seen.txt'].map((name) => join(first.cwd, name));
  if (one === undefined || two === undefined || seen === undefined) throw new Error('unreachable');
  writeFileSync(seen, 'seen before\n');
  const before = await agentFor(first, [
    [
      ['w1', 'Write', { file_path: one, content: 'one' }],
      ['r1', 'Read', { file_path: seen }],
      ['w2', 'Write', { file_path: two, content: 'two' }],
    ],
  ]);
  const asked = await before.runner.run(before.agent, 'Write', { stream: true });
  await asked.completed;
  expect(asked.interruptions.map(({ rawItem }) => 'callId' in rawItem && rawItem.callId)).toEqual([
    'w1',
    'w2',
  ]);
  expect(outputsIn(asked.history)['r1']).toMatchObject({ text: expect.stringContaining('seen before') });
  expect([existsSync(one), existsSync(two)]).toEqual([false, false]);
  const stored = asked.state.toString();

  const second = await openRuntime({ cwd: first.cwd });
  const after = await agentFor(second, ['Written.']);
  const state = await RunState.fromString(after.agent, stored);
  const [approved, refused] = state.getInterruptions();
  if (approved === undefined || refused === undefined) throw new Error('no interruptions');
  state.approve(approved);
  state.reject(refused);
  const answered = await after.runner.run(after.agent, state, { stream: true });
  await answered.completed;
  expect(answered.finalOutput).toBe('Written.');
  expect(readFileSync(one, 'utf8')).toBe('one');
  expect(existsSync(two)).toBe(false);
});

it('an approval is void if a rule denies the call by then', async () => {
  const first = await openRuntime();
  const path = join(first.cwd, 'one.txt');
  const said: Said[] = [[['w', 'Write', { file_path: path, content: 'x' }]]];
  const before = await agentFor(first, said);
  const asked = await before.runner.run(before.agent, 'Write', { stream: true });
  await asked.completed;

  const second = await openRuntime({ cwd: first.cwd, settings: { deny: ['Edit(//**/one.txt)'] } });
  const after = await agentFor(second, ['Denied.']);
  const state = await RunState.fromString(after.agent, asked.state.toString());
  for (const interruption of state.getInterruptions()) state.approve(interruption);
  const answered = await after.runner.run(after.agent, state, { stream: true });
  await answered.completed;
  expect(outputsIn(answered.history)['w']).toMatchObject({ text: expect.stringContaining('one.txt') });
  expect(existsSync(path)).toBe(false);
});

it('images go as images, errors as their text', async () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
  const runtime = await openRuntime({
    tools: [
      probe('Picture', async () => [{ type: 'text', text: 'here' }, image]),
      probe('Broken', async () => {
        throw new Error('it broke');
      }),
    ],
  });
  const said: Said[] = [
    [
      ['p', 'Picture', {}],
      ['b', 'Broken', {}],
    ],
  ];
  const { agent, runner } = await agentFor(runtime, said);
  const run = await runner.run(agent, 'Go', { stream: true });
  await run.completed;
  expect(outputsIn(run.history)).toEqual({
    p: [
      { type: 'input_text', text: 'here' },
      { type: 'input_image', image: `data:image/png;base64,${PNG}` },
    ],
    b: { type: 'text', text: expect.stringContaining('it broke') },
  });
});

it('calls of a response that breaks off are withdrawn', async () => {
  let isCanceled = false;
  const started = Promise.withResolvers<void>();
  const wait = probe('Wait', (_input, signal) => {
    started.resolve();
    return new Promise<void>((resolve) => {
      const cancel = (): void => {
        isCanceled = true;
        resolve();
      };
      signal.addEventListener('abort', cancel, { once: true });
    });
  });
  const runtime = await openRuntime({ tools: [wait] });
  const broken = started.promise.then(() => Promise.reject(new Error('the stream broke')));
  const { agent, runner } = await agentFor(runtime, [[['c1', 'Wait', {}], broken]]);
  const run = await runner.run(agent, 'Go', { stream: true });
  await expect(run.completed).rejects.toThrow('the stream broke');
  expect(isCanceled).toBe(true);
});

it.each([
  { name: 'a wrapped model', isWrapped: true },
  { name: 'the next call', isWrapped: false },
])('a refused call is journaled as such, as $name tells', async ({ isWrapped }) => {
  const sessionDirectory = scratch();
  const runtime = await openRuntime({ sessionDirectory, tools: [probe('Look', async () => 'seen')] });
  const { tools, startEarly } = await toOpenAIAgents(runtime);
  const write = ['w', 'Write', { file_path: join(runtime.cwd, 'w.txt'), content: 'w' }] as const;
  const { model } = responsesModel([[write], ...(isWrapped ? [] : [[['l', 'Look', {}] as const]]), 'Done.']);
  const agent = new Agent({ name: 'test', model: isWrapped ? startEarly(model) : model, tools });
  const runner = new Runner({ tracingDisabled: true });
  const asked = await runner.run(agent, 'Go', { stream: true });
  await asked.completed;
  for (const one of asked.interruptions) asked.state.reject(one);
  await (
    await runner.run(agent, asked.state, { stream: true })
  ).completed;
  await runtime.dispose();
  const lines = readFileSync(join(sessionDirectory, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
  const settled = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'settled');
  expect(settled.map(({ callId, outcome }) => [callId, outcome])).toEqual(
    isWrapped
      ? [['w', 'denied']]
      : [
          ['w', 'denied'],
          ['l', 'ok'],
        ],
  );
  expect(settled[0].record.decision).toMatchObject({ behavior: 'deny', by: 'person' });
});

it('an approval of all calls of a tool covers calls that no one was asked about', async () => {
  const runtime = await openRuntime({ sessionDirectory: scratch() });
  const paths = ['one.txt', 'two.txt'].map((name) => join(runtime.cwd, name));
  const said: Said[] = paths.map((path) => [[path, 'Write', { file_path: path, content: 'x' }]]);
  const { agent, runner } = await agentFor(runtime, [...said, 'Done.']);
  const asked = await runner.run(agent, 'Go', { stream: true });
  await asked.completed;
  for (const one of asked.interruptions) asked.state.approve(one, { alwaysApprove: true });
  const run = await runner.run(agent, asked.state, { stream: true });
  await run.completed;
  expect([run.finalOutput, ...paths.map((path) => existsSync(path))]).toEqual(['Done.', true, true]);
});

it('an approval is of one run of its call: what uses its id afterwards is denied, and a new question counts anew', async () => {
  const runtime = await openRuntime();
  const push = ['call_0', 'Bash', { command: 'echo pushed >> log' }] as const;
  const log = (): string => readFileSync(join(runtime.cwd, 'log'), 'utf8');
  const { tools, startEarly } = await toOpenAIAgents(runtime);
  const runner = new Runner({ tracingDisabled: true });
  const ask = async (): Promise<string> => {
    const agent = new Agent({ name: 'test', model: startEarly(responsesModel([[push]]).model), tools });
    const asked = await runner.run(agent, 'Go', { stream: true });
    await asked.completed;
    return asked.state.toString();
  };
  const approve = async (stored: string) => {
    // The model counts its ids anew in each message.
    const { model } = responsesModel([[push], 'Done.']);
    const agent = new Agent({ name: 'test', model: startEarly(model), tools });
    const state = await RunState.fromString(agent, stored);
    for (const question of state.getInterruptions()) state.approve(question);
    const run = await runner.run(agent, state, { stream: true });
    await run.completed;
    expect(run.finalOutput).toBe('Done.');
    return outputsIn(run.history)['call_0'];
  };
  const first = await ask();
  await approve(first);
  expect(log()).toBe('pushed\n');
  expect(await approve(first)).toMatchObject({ text: expect.stringContaining('has used its approval') });
  expect(log()).toBe('pushed\n');
  await approve(await ask());
  expect(log()).toBe('pushed\npushed\n');
});

it('a refusal of all calls of a tool leaves the questions of another run open', async () => {
  const sessionDirectory = scratch();
  const runtime = await openRuntime({ sessionDirectory, tools: [probe('Look', async () => 'seen')] });
  const { tools } = await toOpenAIAgents(runtime);
  const runner = new Runner({ tracingDisabled: true });
  const path = (id: string): string => join(runtime.cwd, id);
  const ask = async (id: string) => {
    const write = [id, 'Write', { file_path: path(id), content: id }] as const;
    const { model } = responsesModel([[write], [[`look ${id}`, 'Look', {}]], 'Done.']);
    const agent = new Agent({ name: 'test', model, tools });
    const { state, completed } = await runner.run(agent, 'Go', { stream: true });
    await completed;
    return { state, goOn: async () => (await runner.run(agent, state, { stream: true })).completed };
  };
  const [one, other] = [await ask('one'), await ask('other')];
  for (const question of other.state.getInterruptions()) other.state.reject(question, { alwaysReject: true });
  await other.goOn();
  for (const question of one.state.getInterruptions()) one.state.approve(question);
  await one.goOn();
  expect([existsSync(path('one')), existsSync(path('other'))]).toEqual([true, false]);
  await runtime.dispose();
  const lines = readFileSync(join(sessionDirectory, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
  const settled = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'settled');
  expect(settled.map(({ callId, outcome }) => [callId, outcome])).toEqual([
    ['other', 'denied'],
    ['look other', 'ok'],
    ['one', 'ok'],
    ['look one', 'ok'],
  ]);
});

it('an approved call that is aborted before it begins is not journaled as refused', async () => {
  const sessionDirectory = scratch();
  const runtime = await openRuntime({ sessionDirectory });
  const { tools, startEarly } = await toOpenAIAgents(runtime);
  const write = ['w', 'Write', { file_path: join(runtime.cwd, 'w.txt'), content: 'w' }] as const;
  const agent = new Agent({ name: 'test', model: startEarly(responsesModel([[write]]).model), tools });
  const runner = new Runner({ tracingDisabled: true });
  const asked = await runner.run(agent, 'Go', { stream: true });
  await asked.completed;
  const context = new RunContext();
  for (const question of asked.interruptions) context.approveTool(question);
  const input = JSON.stringify(write[2]);
  const call = { type: 'function_call', callId: 'w', name: 'Write', arguments: input } as const;
  const details = { toolCall: call, signal: AbortSignal.abort() };
  const tool = tools.find(({ name }) => name === 'Write');
  await expect(tool?.invoke(context, input, details)).rejects.toThrow('aborted');
  const answer = { type: 'function_call_result', callId: 'w', name: 'Write', output: 'aborted' } as const;
  const history = [...asked.history, { ...answer, status: 'completed' as const }];
  const again = agent.clone({ model: startEarly(responsesModel(['Done.']).model) });
  await (
    await runner.run(again, history, { stream: true })
  ).completed;
  await runtime.dispose();
  const lines = readFileSync(join(sessionDirectory, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).type)).not.toContain('settled');
});

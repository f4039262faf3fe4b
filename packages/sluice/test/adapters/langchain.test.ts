import { Command, MemorySaver } from '@langchain/langgraph';
import { createAgent } from 'langchain';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LocalRuntime } from '../../src/index.ts';
import { toLangChain } from '../../src/adapters/langchain.ts';
import { scratch } from '../cli/exec/support/scratch.ts';
import { questionsOf, ScriptedChat, toolMessages, type Ended } from './sdks/langchain.ts';
import { PNG } from './sdks/png.ts';
import { openRuntime, probe, type Said } from './support.ts';

async function agentFor(runtime: LocalRuntime, said: readonly Said[], checkpointer = new MemorySaver()) {
  const { tools, callbacks } = await toLangChain(runtime);
  const agent = createAgent({ model: new ScriptedChat(said), tools, checkpointer });
  const invoke = async (input: unknown): Promise<Ended> =>
    agent.invoke(input as Parameters<typeof agent.invoke>[0], {
      callbacks,
      configurable: { thread_id: 'one' },
    });
  return { agent, checkpointer, invoke };
}

const GO = { messages: [{ role: 'user', content: 'Go' }] };

it('a call starts while the model still writes, and its result goes to the next request', async () => {
  const started = Promise.withResolvers<void>();
  const runtime = await openRuntime({
    tools: [probe('Look', async ({ value }) => (started.resolve(), `saw ${value}`))],
  });
  // The stream ends only when the call has started.
  const said: Said[] = [[['c1', 'Look', { value: 'it' }], started.promise], 'Seen.'];
  const { invoke } = await agentFor(runtime, said);
  const ended = await invoke(GO);
  expect(ended.messages.at(-1)?.text).toBe('Seen.');
  expect(toolMessages(ended)['c1']).toMatchObject({ content: 'saw it', status: 'success' });
});

it('a question interrupts the graph, reads go on, and another runtime runs each approved call once', async () => {
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
  const asked = questionsOf(await before.invoke(GO));
  expect(asked.map(({ callId }) => callId)).toEqual(['w1', 'w2']);
  expect([existsSync(one), existsSync(two)]).toEqual([false, false]);

  const second = await openRuntime({ cwd: first.cwd });
  const after = await agentFor(second, ['Written.'], before.checkpointer);
  const answers = [
    { decisions: [{ type: 'approve' }] },
    { decisions: [{ type: 'reject', message: 'Not that.' }] },
  ];
  const resume = Object.fromEntries(asked.map(({ id }, index) => [id, answers[index]]));
  const ended = await after.invoke(new Command({ resume }));
  expect(ended.messages.at(-1)?.text).toBe('Written.');
  expect(toolMessages(ended)['r1']?.content).toContain('seen before');
  expect(toolMessages(ended)['w2']).toMatchObject({
    status: 'error',
    content: expect.stringContaining('Not that.'),
  });
  expect(readFileSync(one, 'utf8')).toBe('one');
  expect(existsSync(two)).toBe(false);
});

it('an approval is void if a rule denies the call by then', async () => {
  const first = await openRuntime();
  const path = join(first.cwd, 'one.txt');
  const before = await agentFor(first, [[['w', 'Write', { file_path: path, content: 'x' }]]]);
  expect(questionsOf(await before.invoke(GO))).toHaveLength(1);

  const second = await openRuntime({ cwd: first.cwd, settings: { deny: ['Edit(//**/one.txt)'] } });
  const after = await agentFor(second, ['Denied.'], before.checkpointer);
  const ended = await after.invoke(new Command({ resume: { decisions: [{ type: 'approve' }] } }));
  expect(toolMessages(ended)['w']).toMatchObject({
    status: 'error',
    content: expect.stringContaining('one.txt'),
  });
  expect(existsSync(path)).toBe(false);
});

it('a refusal stands although a rule allows the call by then', async () => {
  const first = await openRuntime();
  const path = join(first.cwd, 'one.txt');
  const before = await agentFor(first, [[['w', 'Write', { file_path: path, content: 'x' }]]]);
  await before.invoke(GO);
  const second = await openRuntime({ cwd: first.cwd, permissionMode: 'acceptEdits' });
  const after = await agentFor(second, ['Refused.'], before.checkpointer);
  const ended = await after.invoke(new Command({ resume: { decisions: [{ type: 'reject' }] } }));
  expect(toolMessages(ended)['w']?.status).toBe('error');
  expect(existsSync(path)).toBe(false);
});

it('an answer that names another call approves nothing', async () => {
  const runtime = await openRuntime();
  const path = join(runtime.cwd, 'one.txt');
  const { invoke } = await agentFor(runtime, [[['w', 'Write', { file_path: path, content: 'x' }]]]);
  await invoke(GO);
  await invoke(new Command({ resume: { callId: 'other', decisions: [{ type: 'approve' }] } }));
  expect(existsSync(path)).toBe(false);
});

it('a call that a crashed process had finished is answered from its journal', async () => {
  const [cwd, sessionDirectory] = [scratch(), scratch()];
  const call = { type: 'tool_call', id: 'c', name: 'Bash', args: { command: 'echo once >> log' } };
  for (const resume of [false, true]) {
    const runtime = await openRuntime({ cwd, sessionDirectory, resume, permissionMode: 'bypassPermissions' });
    const { tools } = await toLangChain(runtime);
    expect(await tools.find(({ name }) => name === 'Bash')?.invoke(call)).toMatchObject({
      status: 'success',
    });
    await runtime.dispose();
  }
  expect(readFileSync(join(cwd, 'log'), 'utf8')).toBe('once\n');
});

it('outside a graph, and in one without a checkpointer, a call that asks is denied', async () => {
  const runtime = await openRuntime();
  const path = join(runtime.cwd, 'one.txt');
  const { tools } = await toLangChain(runtime);
  const write = tools.find(({ name }) => name === 'Write');
  const call = { type: 'tool_call', id: 'w', name: 'Write', args: { file_path: path, content: 'x' } };
  const message: unknown = await write?.invoke(call);
  expect(message).toMatchObject({ status: 'error', content: expect.stringContaining('checkpointer') });
  expect(existsSync(path)).toBe(false);
});

it('images go as images, errors as errors', async () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
  const runtime = await openRuntime({
    tools: [
      probe('Picture', async () => [{ type: 'text', text: 'here' }, image]),
      probe('Broken', async () => {
        throw new Error('it broke');
      }),
    ],
  });
  const { invoke } = await agentFor(runtime, [
    [
      ['p', 'Picture', {}],
      ['b', 'Broken', {}],
    ],
  ]);
  const ended = toolMessages(await invoke(GO));
  expect(ended['p']?.content).toEqual([
    { type: 'text', text: 'here' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
  ]);
  expect(ended['b']).toMatchObject({ status: 'error', content: expect.stringContaining('it broke') });
});

it('calls of a message that breaks off are withdrawn', async () => {
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
  const { invoke } = await agentFor(runtime, [[['c1', 'Wait', {}], broken]]);
  await expect(invoke(GO)).rejects.toThrow('the stream broke');
  expect(isCanceled).toBe(true);
});

it.each([
  ['while its model writes on, deaf to the signal', true],
  ['when the graph runs it', false],
])('an abort cancels a call that started early, %s', async (_when, isWriting) => {
  const canceled = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const wait = probe('Wait', (_input, signal) => {
    started.resolve();
    return new Promise<void>((resolve) => {
      const cancel = (): void => {
        canceled.resolve();
        resolve();
      };
      signal.addEventListener('abort', cancel, { once: true });
    });
  });
  const runtime = await openRuntime({ tools: [wait] });
  const { tools, callbacks } = await toLangChain(runtime);
  const running = Promise.withResolvers<void>();
  const written = isWriting ? canceled.promise : started.promise;
  const agent = createAgent({ model: new ScriptedChat([[['c', 'Wait', {}], written]]), tools });
  const abort = new AbortController();
  const heard = { handleToolStart: () => running.resolve() };
  const run = agent.invoke(GO, { callbacks: [...callbacks, heard], signal: abort.signal });
  const failed = expect(run).rejects.toThrow();
  await (isWriting ? started.promise : running.promise);
  // The tool has been handed the call by the next turn of the event loop.
  await new Promise((resolve) => void setImmediate(resolve));
  abort.abort();
  await Promise.all([failed, canceled.promise]);
});

it('the same id and input in a later message is another call', async () => {
  let count = 0;
  const runtime = await openRuntime({ tools: [probe('Count', async () => String((count += 1)))] });
  const said: Said[] = [[['c', 'Count', {}]], [['c', 'Count', {}]], 'Counted.'];
  const { invoke } = await agentFor(runtime, said);
  await invoke(GO);
  expect(count).toBe(2);
});

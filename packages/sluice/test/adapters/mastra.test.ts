import type { InMemoryStore } from '@mastra/core/storage';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LocalRuntime } from '../../src/index.ts';
import { toMastra } from '../../src/adapters/mastra.ts';
import { endedRun, mastraAgent } from './sdks/mastra.ts';
import { PNG } from './sdks/png.ts';
import { openRuntime, probe, type Said } from './support.ts';

async function agentFor(runtime: LocalRuntime, said: readonly Said[], storage?: InMemoryStore) {
  return mastraAgent(await toMastra(runtime), said, storage);
}

it('a call starts while the model still writes, and its result goes to the next request', async () => {
  const started = Promise.withResolvers<void>();
  const runtime = await openRuntime({
    tools: [probe('Look', async ({ value }) => (started.resolve(), `saw ${value}`))],
  });
  // The stream ends only when the call has started.
  const { agent } = await agentFor(runtime, [[['c1', 'Look', { value: 'it' }], started.promise], 'Seen.']);
  const run = await endedRun(await agent.stream('Go'));
  expect(run.text).toBe('Seen.');
  expect(run.outputs.get('c1')).toMatchObject({ text: 'saw it', isError: false, code: 'ok' });
});

it('a question suspends the run, reads go on, and another runtime runs each approved call once', async () => {
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
  const asked = await endedRun(await before.agent.stream('Go'));
  expect(asked.questions.toSorted()).toEqual(['w1', 'w2']);
  expect([existsSync(one), existsSync(two)]).toEqual([false, false]);

  const second = await openRuntime({ cwd: first.cwd });
  const { agent } = await agentFor(second, ['Written.'], before.storage);
  const { runId } = asked;
  await endedRun(await agent.resumeStream({ approved: true }, { runId, toolCallId: 'w1' }));
  const no = { approved: false, message: 'Not that.' };
  const answered = await endedRun(await agent.resumeStream(no, { runId, toolCallId: 'w2' }));
  expect(answered.text).toBe('Written.');
  expect(answered.outputs.get('r1')).toMatchObject({ text: expect.stringContaining('seen before') });
  expect(answered.outputs.get('w2')).toMatchObject({ text: expect.stringContaining('Not that.') });
  expect(readFileSync(one, 'utf8')).toBe('one');
  expect(existsSync(two)).toBe(false);
});

it('a call with effects that comes after one that asks waits for it, although a rule allows it', async () => {
  const read = Promise.withResolvers<void>();
  const look = probe('Look', async () => read.resolve());
  const runtime = await openRuntime({ tools: [look], settings: { allow: ['Bash(touch *)'] } });
  const [asks, allowed] = ['asks.txt', 'allowed.txt'].map((name) => join(runtime.cwd, name));
  if (asks === undefined || allowed === undefined) throw new Error('unreachable');
  const { agent } = await agentFor(runtime, [
    [
      ['w', 'Write', { file_path: asks, content: 'x' }],
      ['l', 'Look', {}],
      // What comes before has started early, and asked.
      read.promise,
      ['t', 'Bash', { command: `touch ${allowed}` }],
    ],
    'Done.',
  ]);
  const { runId, questions } = await endedRun(await agent.stream('Go'));
  expect(questions.toSorted()).toEqual(['t', 'w']);
  expect(existsSync(allowed)).toBe(false);
  await endedRun(await agent.resumeStream({ approved: true }, { runId, toolCallId: 'w' }));
  const answered = await endedRun(await agent.resumeStream({ approved: true }, { runId, toolCallId: 't' }));
  expect([answered.text, existsSync(asks), existsSync(allowed)]).toEqual(['Done.', true, true]);
});

it('an approval is void if a rule denies the call by then', async () => {
  const first = await openRuntime();
  const path = join(first.cwd, 'one.txt');
  const before = await agentFor(first, [[['w', 'Write', { file_path: path, content: 'x' }]]]);
  const { runId } = await endedRun(await before.agent.stream('Go'));
  const second = await openRuntime({ cwd: first.cwd, settings: { deny: ['Edit(//**/one.txt)'] } });
  const { agent } = await agentFor(second, ['Denied.'], before.storage);
  const answered = await endedRun(await agent.resumeStream({ approved: true }, { runId, toolCallId: 'w' }));
  expect(answered.outputs.get('w')).toMatchObject({ isError: true, code: 'denied' });
  expect(existsSync(path)).toBe(false);
});

it('a refusal stands although a rule allows the call by then', async () => {
  const first = await openRuntime();
  const path = join(first.cwd, 'one.txt');
  const before = await agentFor(first, [[['w', 'Write', { file_path: path, content: 'x' }]]]);
  const { runId } = await endedRun(await before.agent.stream('Go'));
  const second = await openRuntime({ cwd: first.cwd, permissionMode: 'acceptEdits' });
  const { agent } = await agentFor(second, ['Refused.'], before.storage);
  await endedRun(await agent.resumeStream({ approved: false }, { runId, toolCallId: 'w' }));
  expect(existsSync(path)).toBe(false);
});

it('a model that writes the answer into its call approves nothing', async () => {
  const runtime = await openRuntime();
  const path = join(runtime.cwd, 'one.txt');
  const input = { file_path: path, content: 'x', resumeData: { approved: true } };
  const { agent } = await agentFor(runtime, [[['w', 'Write', input]], 'Done.']);
  const run = await endedRun(await agent.stream('Go'));
  expect(run.outputs.get('w')).toMatchObject({ text: expect.stringContaining('only a person') });
  expect(existsSync(path)).toBe(false);
});

it('a question of an earlier message holds back nothing of a later one', async () => {
  const runtime = await openRuntime({ settings: { allow: ['Bash(touch *)'] } });
  const [asks, allowed] = ['asks.txt', 'allowed.txt'].map((name) => join(runtime.cwd, name));
  const { agent } = await agentFor(runtime, [
    [['w', 'Write', { file_path: asks, content: 'x' }]],
    [['t', 'Bash', { command: `touch ${allowed}` }]],
    'Done.',
  ]);
  const { runId } = await endedRun(await agent.stream('Go'));
  const answered = await endedRun(await agent.resumeStream({ approved: false }, { runId, toolCallId: 'w' }));
  expect([answered.text, answered.questions]).toEqual(['Done.', []]);
  expect(existsSync(allowed ?? '')).toBe(true);
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
  const { agent, model } = await agentFor(runtime, [
    [
      ['p', 'Picture', {}],
      ['b', 'Broken', {}],
    ],
    'Done.',
  ]);
  await endedRun(await agent.stream('Go'));
  const sent = JSON.stringify(model.doStreamCalls.at(-1)?.prompt);
  expect(sent).toContain(`"${PNG}"`);
  expect(sent).toContain('it broke');
});

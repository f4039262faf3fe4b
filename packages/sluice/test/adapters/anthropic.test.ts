import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LocalRuntime } from '../../src/index.ts';
import { toAnthropic } from '../../src/adapters/anthropic.ts';
import { PARAMS, runAsking, scriptedClient } from './sdks/anthropic.ts';
import { PNG } from './sdks/png.ts';
import { openRuntime, probe } from './support.ts';

it('calls start while the model still writes; images and errors are those of the API', async () => {
  const started = Promise.withResolvers<void>();
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
  const runtime = await openRuntime({
    tools: [
      probe('Look', async () => (started.resolve(), [{ type: 'text', text: 'seen' }, image])),
      probe('Broken', async () => {
        throw new Error('it broke');
      }),
    ],
  });
  // The second call comes only when the first has started.
  const { client, results } = scriptedClient([
    [['a', 'Look', {}], ['b', 'Broken', {}], started.promise, ['c', 'Look', {}]],
    'Done.',
  ]);
  const { tools } = await toAnthropic(runtime);
  const last = await client.beta.messages.toolRunner({ ...PARAMS, tools }).runUntilDone();
  expect(last.content).toMatchObject([{ type: 'text', text: 'Done.' }]);
  expect(results()).toMatchObject({
    a: { content: [{ type: 'text', text: 'seen' }, image] },
    b: { is_error: true, content: [{ type: 'text', text: expect.stringContaining('it broke') }] },
    c: { content: [{ type: 'text', text: 'seen' }, image] },
  });
});

it('a call that asks is held until the application answers: approved it runs, else it is denied', async () => {
  const runtime = await openRuntime();
  const [yes, no] = [join(runtime.cwd, 'yes.txt'), join(runtime.cwd, 'no.txt')];
  const { client, results } = scriptedClient([
    [
      ['y', 'Write', { file_path: yes, content: 'yes' }],
      ['n', 'Write', { file_path: no, content: 'no' }],
    ],
    'Done.',
  ]);
  const { tools, needsApproval, approve } = await toAnthropic(runtime);
  const runner = client.beta.messages.toolRunner({ ...PARAMS, tools });
  const asked: string[] = [];
  for await (const stream of runner) {
    stream.on('contentBlock', (block) => {
      if (block.type === 'tool_use') runner.deferToolCall(block);
    });
    await stream.finalMessage();
    for (const toolUse of runner.deferredToolCalls) {
      if (!(await needsApproval(toolUse))) continue;
      asked.push(toolUse.id);
      if (toolUse.id === 'y') approve(toolUse);
    }
  }
  expect(asked).toEqual(['y', 'n']);
  expect(readFileSync(yes, 'utf8')).toBe('yes');
  expect(existsSync(no)).toBe(false);
  expect(results()).toMatchObject({
    n: { is_error: true, content: [{ text: expect.stringContaining('did not approve this call') }] },
  });
});

it.each([
  { tellsMessage: true, expected: ['w'] },
  // Without the message, the adapter learns of the next one when one of its calls is approved.
  { tellsMessage: false, expected: ['w', 'a', 'b'] },
])(
  'a reply that the application gave up holds back nothing of a later one (told the message: $tellsMessage)',
  async ({ tellsMessage, expected }) => {
    const runtime = await openRuntime({ settings: { allow: ['Bash(touch *)'] } });
    const given = await toAnthropic(runtime);
    const asked: string[] = [];
    const ask = (answer: boolean | undefined) => async (id: string) => (asked.push(id), answer);
    const write = ['w', 'Write', { file_path: join(runtime.cwd, 'w.txt'), content: 'w' }] as const;
    const touch = (name: string) => [name, 'Bash', { command: `touch ${name}.txt` }] as const;
    await runAsking(given, scriptedClient([[write]]).client, ask(undefined), { tellsMessage });
    const messages = [[touch('a'), touch('b')], [touch('c')], 'Done.'];
    await runAsking(given, scriptedClient(messages).client, ask(true), { tellsMessage });
    expect(asked).toEqual(expected);
    const made = ['w', 'a', 'b', 'c'].map((name) => existsSync(join(runtime.cwd, `${name}.txt`)));
    expect(made).toEqual([false, true, true, true]);
  },
);

it('an approval is about one call: a later one with the same id and another input needs its own', async () => {
  const runtime = await openRuntime();
  const given = await toAnthropic(runtime);
  const write = (name: string) =>
    ['w', 'Write', { file_path: join(runtime.cwd, name), content: name }] as const;
  const answers = [true, false];
  const messages = [[write('one.txt')], [write('two.txt')], 'Done.'];
  await runAsking(given, scriptedClient(messages).client, async () => answers.shift());
  const made = ['one.txt', 'two.txt'].map((name) => existsSync(join(runtime.cwd, name)));
  expect(made).toEqual([true, false]);
});

it('a call about which nothing can be decided is asked about, and so are effects after it', async () => {
  const runtime = await openRuntime({ permissionMode: 'bypassPermissions' });
  const decide: LocalRuntime['decide'] = (call) =>
    call.name === 'Read' ? Promise.reject(new Error('it broke')) : runtime.decide(call);
  const { needsApproval } = await toAnthropic({ ...runtime, decide });
  const uses = [
    { id: 'b', name: 'Bash', input: { command: 'touch b.txt' } },
    { id: 'r', name: 'Read', input: { file_path: join(runtime.cwd, 'r.txt') } },
    { id: 'a', name: 'Bash', input: { command: 'touch a.txt' } },
  ];
  expect(await Promise.all(uses.map((use) => needsApproval(use)))).toEqual([false, true, true]);
});

import * as ai7 from 'ai';
import * as ai6 from 'ai-6';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LocalRuntime } from '../../src/index.ts';
import { toAISDK } from '../../src/adapters/ai-sdk.ts';
import { scratch } from '../cli/exec/support/scratch.ts';
import { PNG } from './sdks/png.ts';
import { openRuntime, probe, scriptedModel, type Said } from './support.ts';

interface Ran {
  readonly text: string;
  readonly messages: ai7.ModelMessage[];
}

/** A run of each version with the tools of a runtime: what an application writes. */
const VERSIONS: readonly (readonly [
  version: string,
  run: (
    runtime: LocalRuntime,
    model: readonly Said[],
    messages: ai7.ModelMessage[],
    signal?: AbortSignal,
  ) => Promise<Ran>,
])[] = [
  [
    'AI SDK 7',
    async (runtime, said, messages, abortSignal) => {
      const { tools, toolApproval } = await toAISDK(runtime);
      const stopWhen = ai7.isStepCount(9);
      const run = ai7.streamText({
        model: scriptedModel(said),
        tools,
        toolApproval,
        messages,
        stopWhen,
        abortSignal,
      });
      await run.consumeStream();
      return { text: await run.text, messages: [...messages, ...(await run.responseMessages)] };
    },
  ],
  [
    'AI SDK 6',
    async (runtime, said, messages, abortSignal) => {
      // The types of the two versions differ where no tool of a runtime does.
      const tools: object = (await toAISDK(runtime, { version: 6 })).tools;
      const model: object = scriptedModel(said);
      const run = ai6.streamText({
        model: model as ai6.LanguageModel,
        tools: tools as ai6.ToolSet,
        messages: messages as ai6.ModelMessage[],
        stopWhen: ai6.stepCountIs(9),
        abortSignal,
      });
      await run.consumeStream();
      const response: object = (await run.response).messages;
      return { text: await run.text, messages: [...messages, ...(response as ai7.ModelMessage[])] };
    },
  ],
];

const user = (content: string): ai7.ModelMessage => ({ role: 'user', content });

interface Part {
  readonly type: string;
  readonly toolCallId?: string;
  readonly approvalId?: string;
  readonly output?: { readonly type: string; readonly value: unknown };
}

/** All parts of a kind in a conversation. */
function partsOf(messages: readonly ai7.ModelMessage[], type: string): readonly Part[] {
  return messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : (content as readonly Part[]).filter((part) => part.type === type),
  );
}

function outputs(messages: readonly ai7.ModelMessage[]): Readonly<Record<string, Part['output']>> {
  return Object.fromEntries(
    partsOf(messages, 'tool-result').map(({ toolCallId = '', output }) => [toolCallId, output]),
  );
}

describe.each(VERSIONS)('%s', (version, run) => {
  it('a call starts while the model still writes, and its result goes to the next request', async () => {
    const started = Promise.withResolvers<void>();
    const runtime = await openRuntime({
      tools: [probe('Look', async ({ value }) => (started.resolve(), `saw ${value}`))],
    });
    // The stream ends only when the call has started.
    const { text, messages } = await run(
      runtime,
      [[['c1', 'Look', { value: 'it' }], started.promise], 'Seen.'],
      [user('Go')],
    );
    expect(text).toBe('Seen.');
    expect(outputs(messages)).toEqual({ c1: { type: 'text', value: 'saw it' } });
  });

  it('the run ends with the questions, reads go on, and each approved call runs once', async () => {
    const runtime = await openRuntime();
    const [one, two, seen] = ['one.txt', 'two.txt', 'seen.txt'].map((name) => join(runtime.cwd, name));
    if (one === undefined || two === undefined || seen === undefined) throw new Error('unreachable');
    writeFileSync(seen, 'seen before\n');
    const asked = await run(
      runtime,
      [
        [
          ['w1', 'Write', { file_path: one, content: 'one' }],
          ['r1', 'Read', { file_path: seen }],
          ['w2', 'Write', { file_path: two, content: 'two' }],
        ],
      ],
      [user('Write')],
    );
    const requests = partsOf(asked.messages, 'tool-approval-request');
    expect(requests.map(({ toolCallId }) => toolCallId)).toEqual(['w1', 'w2']);
    expect(outputs(asked.messages)['r1']?.value).toContain('seen before');
    expect([existsSync(one), existsSync(two)]).toEqual([false, false]);

    const content = requests.map(({ approvalId = '', toolCallId }) => ({
      type: 'tool-approval-response' as const,
      approvalId,
      approved: toolCallId === 'w1',
    }));
    const answered = await run(runtime, ['Written.'], [...asked.messages, { role: 'tool', content }]);
    expect(answered.text).toBe('Written.');
    expect(readFileSync(one, 'utf8')).toBe('one');
    expect(existsSync(two)).toBe(false);
  });

  it('a call that comes after one that asks is asked about, too, if it has effects or reads what that one writes', async () => {
    const runtime = await openRuntime({ settings: { allow: ['Bash(touch *)', 'Edit(//**/c.txt)'] } });
    const [written, other] = ['a.txt', 'b.txt'].map((name) => join(runtime.cwd, name));
    for (const path of [written, other]) writeFileSync(path ?? '', 'before\n');
    const touch = ['b', 'Bash', { command: 'touch made.txt' }] as const;
    const write = ['w', 'Write', { file_path: written, content: 'a' }] as const;
    const reads = [
      ['before', 'Read', { file_path: written }],
      ['other', 'Read', { file_path: other }],
      ['after', 'Read', { file_path: written }],
    ] as const;
    const elsewhere = ['c', 'Write', { file_path: join(runtime.cwd, 'c.txt'), content: 'c' }] as const;
    const calls = [reads[0], write, reads[1], reads[2], elsewhere, touch];
    const asked = await run(runtime, [calls], [user('Go')]);
    expect(partsOf(asked.messages, 'tool-approval-request').map(({ toolCallId }) => toolCallId)).toEqual([
      'w',
      'after',
      'c',
      'b',
    ]);
    expect(existsSync(join(runtime.cwd, 'made.txt'))).toBe(false);
    const alone = await run(runtime, [[touch], 'Done.'], [user('Go on')]);
    expect(partsOf(alone.messages, 'tool-approval-request')).toEqual([]);
    expect(existsSync(join(runtime.cwd, 'made.txt'))).toBe(true);
  });

  it('images go as images, errors as errors, a denial as an error with its rule', async () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
    const runtime = await openRuntime({
      tools: [
        probe('Picture', async () => [{ type: 'text', text: 'here' }, image]),
        probe('Broken', async () => {
          throw new Error('it broke');
        }),
      ],
      settings: { deny: ['Read(//**/secret.txt)'] },
    });
    const { messages } = await run(
      runtime,
      [
        [
          ['p', 'Picture', {}],
          ['b', 'Broken', {}],
          ['d', 'Read', { file_path: join(runtime.cwd, 'secret.txt') }],
        ],
      ],
      [user('Go')],
    );
    expect(outputs(messages)).toEqual({
      p: {
        type: 'content',
        value: [
          { type: 'text', text: 'here' },
          version === 'AI SDK 7'
            ? { type: 'file', data: { type: 'data', data: PNG }, mediaType: 'image/png' }
            : { type: 'image-data', data: PNG, mediaType: 'image/png' },
        ],
      },
      b: { type: 'error-text', value: expect.stringContaining('it broke') },
      d: { type: 'error-text', value: expect.stringContaining('Read(//**/secret.txt)') },
    });
  });

  it('aborting the run cancels its calls', async () => {
    const controller = new AbortController();
    const wait = probe('Wait', (_input, signal) => {
      controller.abort();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const runtime = await openRuntime({ tools: [wait] });
    const events = runtime.subscribe({ whenSlow: 'latest' });
    await run(runtime, [[['c1', 'Wait', {}]]], [user('Go')], controller.signal).catch(() => {});
    for await (const event of events) {
      if (event.type !== 'tool-result') continue;
      expect(event.outcome).toMatchObject({ code: 'cancelled' });
      break;
    }
  });
});

it('an application that never asks its user gets a denial, not a run', async () => {
  const runtime = await openRuntime();
  const { tools } = await toAISDK(runtime);
  const path = join(runtime.cwd, 'a.txt');
  const result: unknown = await tools['Write']?.execute?.(
    { file_path: path, content: 'x' },
    { toolCallId: 'w', messages: [user('Go')], context: {} },
  );
  expect(result).toMatchObject({
    isError: true,
    code: 'denied',
    text: expect.stringContaining('tool-approval-response'),
  });
  expect(existsSync(path)).toBe(false);
});

it('an approval of a call that no one was asked about counts for nothing, and takes nothing away', async () => {
  const runtime = await openRuntime({ sessionDirectory: scratch() });
  const [seen, made] = ['seen.txt', 'made.txt'].map((name) => join(runtime.cwd, name));
  writeFileSync(seen ?? '', 'seen\n');
  const { tools } = await toAISDK(runtime);
  const run = async (toolName: string, input: object): Promise<unknown> => {
    const [toolCallId, approvalId] = [`of ${toolName}`, `about ${toolName}`];
    const messages: ai7.ModelMessage[] = [
      user('Go'),
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId, toolName, input },
          { type: 'tool-approval-request', approvalId, toolCallId },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved: true }] },
    ];
    return tools[toolName]?.execute?.(input, { toolCallId, messages, context: {} });
  };
  expect(await run('Read', { file_path: seen })).toMatchObject({ code: 'ok' });
  expect(await run('Write', { file_path: made, content: 'x' })).toMatchObject({
    code: 'denied',
    text: expect.stringContaining('the journal of this session has no question about it'),
  });
  expect(existsSync(made ?? '')).toBe(false);
});

describe('deferred tools', () => {
  const weather = () => ({
    ...probe('Weather', async ({ value }) => `rain in ${value}`),
    description: 'Says how wet it will be outside.',
    searchHint: 'forecast of rain and snow',
    isDeferred: true,
  });

  it('are found with the search of the SDK, ranked by ours', async () => {
    const deferred = { ...probe('Mail', async () => 'none'), description: 'Reads mail.', isDeferred: true };
    const runtime = await openRuntime({ tools: [weather(), deferred] });
    const { tools, toolApproval, search } = await toAISDK(runtime, { defersTools: true });
    expect(Object.keys(tools)).not.toContain('ToolSearch');
    const model = scriptedModel([
      [['s1', 'search', { query: 'snowfall forecast' }]],
      [['w1', 'Weather', { value: 'Bern' }]],
      'Wet.',
    ]);
    const run = ai7.streamText({
      ...{ model, toolApproval, messages: [user('Go')], stopWhen: ai7.isStepCount(9) },
      tools: { ...tools, search: ai7.toolSearch({ search }) },
    });
    await run.consumeStream();
    const results = outputs(await run.responseMessages);
    expect(results['s1']?.value).toMatchObject({ tools: [{ name: 'Weather' }] });
    expect(results['w1']?.value).toBe('rain in Bern');
    const offered = model.doStreamCalls.map((call) => (call.tools ?? []).map(({ name }) => name));
    expect(offered.map((names) => names.includes('Weather'))).toEqual([false, true, true]);
    expect(offered.flat()).not.toContain('Mail');
  });

  it('that a rule denies are not found', async () => {
    const runtime = await openRuntime({ tools: [weather()], settings: { deny: ['Weather'] } });
    const { tools, search } = await toAISDK(runtime, { defersTools: true });
    expect(Object.keys(tools)).not.toContain('Weather');
    expect(search({ query: 'rain', tools: [{ name: 'Weather' }] })).toEqual([]);
  });

  it('need AI SDK 7', async () => {
    await expect(toAISDK(await openRuntime(), { defersTools: true, version: 6 })).rejects.toThrow('AI SDK 7');
  });
});

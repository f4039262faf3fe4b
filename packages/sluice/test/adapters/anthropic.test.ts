import Anthropic from '@anthropic-ai/sdk';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toAnthropic } from '../../src/adapters/anthropic.ts';
import { openRuntime, probe, type Said } from './support.ts';

interface Block {
  readonly type: string;
  readonly tool_use_id: string;
  readonly is_error?: boolean;
  readonly content: unknown;
}

/** A client whose server says these messages, one for each request, and the results that it was sent. */
function scriptedClient(messages: readonly Said[]) {
  const sent: { readonly messages: readonly { readonly content: unknown }[] }[] = [];
  const fetch = async (_url: unknown, init?: { readonly body?: unknown }): Promise<Response> => {
    const body: (typeof sent)[number] = JSON.parse(String(init?.body));
    sent.push(body);
    const stream = ReadableStream.from(bytes(messages[sent.length - 1] ?? 'Done.'));
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
  };
  const client = new Anthropic({ apiKey: 'none', baseURL: 'http://127.0.0.1:1', fetch, maxRetries: 0 });
  const results = (): Readonly<Record<string, Block>> => {
    const blocks = sent.flatMap(({ messages }) =>
      messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])),
    );
    const found = blocks.filter((block: Block) => block.type === 'tool_result');
    return Object.fromEntries(found.map((block: Block) => [block.tool_use_id, block]));
  };
  return { client, results };
}

async function* bytes(said: Said): AsyncGenerator<Uint8Array> {
  const line = (event: { readonly type: string }): Uint8Array =>
    new TextEncoder().encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    usage,
  };
  yield line({ type: 'message_start', ...{ message } });
  let index = 0;
  const block = function* (content: object, delta: object): Generator<Uint8Array> {
    yield line({ type: 'content_block_start', ...{ index, content_block: content } });
    yield line({ type: 'content_block_delta', ...{ index, delta } });
    yield line({ type: 'content_block_stop', ...{ index } });
    index += 1;
  };
  if (typeof said === 'string') yield* block({ type: 'text', text: '' }, { type: 'text_delta', text: said });
  else {
    for (const one of said) {
      if (one instanceof Promise) {
        await one;
        continue;
      }
      const [id, name, input] = one;
      yield* block(
        { type: 'tool_use', id, name, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(input) },
      );
    }
  }
  const stopReason = typeof said === 'string' ? 'end_turn' : 'tool_use';
  yield line({
    type: 'message_delta',
    ...{ delta: { stop_reason: stopReason, stop_sequence: null }, usage },
  });
  yield line({ type: 'message_stop' });
}

const PARAMS = {
  model: 'm',
  max_tokens: 100,
  stream: true as const,
  runToolsEagerly: true,
  messages: [{ role: 'user' as const, content: 'Go' }],
};

it('calls start while the model still writes; images and errors are those of the API', async () => {
  const started = Promise.withResolvers<void>();
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } };
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

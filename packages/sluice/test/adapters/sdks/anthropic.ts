import Anthropic from '@anthropic-ai/sdk';
import type { BetaMessageParam } from '@anthropic-ai/sdk/resources/beta/messages';
import type { AnthropicTools } from '../../../src/adapters/anthropic.ts';
import type { Said } from './scripted-model.ts';
import type { Sdk } from './sdk.ts';

interface Block {
  readonly type: string;
  readonly tool_use_id: string;
  readonly is_error?: boolean;
  readonly content: unknown;
}

/** A client whose server says these messages, one for each request, and the results that it was sent. */
export function scriptedClient(messages: readonly Said[]) {
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
    id: crypto.randomUUID(),
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

const REQUEST = {
  model: 'm',
  max_tokens: 100,
  messages: [{ role: 'user' as const, content: 'Go' }],
};
export const PARAMS = { ...REQUEST, stream: true as const, runToolsEagerly: true };

/** Runs a conversation to its end, as an application that asks its user does; without an answer, the application gives up. */
export async function runAsking(
  { tools, needsApproval, approve }: AnthropicTools,
  client: Anthropic,
  ask: (callId: string) => Promise<boolean | undefined>,
  { signal, tellsMessage = true }: { readonly signal?: AbortSignal; readonly tellsMessage?: boolean } = {},
): Promise<void> {
  const runner = client.beta.messages.toolRunner({ ...PARAMS, tools }, { signal });
  for await (const stream of runner) {
    for await (const event of stream) {
      if (event.type !== 'content_block_stop') continue;
      // While the loop waited for a decision, the message may have ended.
      const message = stream.currentMessage ?? (await stream.finalMessage());
      const block = message.content[event.index];
      if (block?.type !== 'tool_use') continue;
      // No call starts before the loop has handled its event.
      if (await needsApproval(block, tellsMessage ? message : undefined)) runner.deferToolCall(block);
    }
    for (const toolUse of runner.deferredToolCalls) {
      const answer = await ask(toolUse.id);
      if (answer === undefined) return;
      if (answer) approve(toolUse);
    }
  }
}

function withoutIds(results: Readonly<Record<string, Block>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(results).map(([id, { is_error: isError = false, content }]) => [id, { isError, content }]),
  );
}

export const ANTHROPIC: Sdk = {
  name: "Anthropic's tool runner",
  async run({ runtime, load, said, ask = async () => false, signal }) {
    const { toAnthropic } = await load('anthropic');
    const { client, results } = scriptedClient(said);
    await runAsking(await toAnthropic(runtime), client, ask, { ...(signal && { signal }) });
    return withoutIds(results());
  },
  async suspend({ runtime, load, said }) {
    const { toAnthropic } = await load('anthropic');
    const { tools, needsApproval } = await toAnthropic(runtime);
    const { client } = scriptedClient(said);
    const { role, content } = await client.beta.messages.stream({ ...REQUEST, tools }).finalMessage();
    for (const block of content) if (block.type === 'tool_use') await needsApproval(block);
    return JSON.stringify([...PARAMS.messages, { role, content }]);
  },
  async approve(stored, { runtime, load, said }) {
    const { toAnthropic } = await load('anthropic');
    const { tools, approve } = await toAnthropic(runtime);
    const { client, results } = scriptedClient(said);
    const messages: BetaMessageParam[] = JSON.parse(stored);
    for (const block of messages.at(-1)?.content ?? [])
      if (typeof block === 'object' && block.type === 'tool_use') approve(block);
    const answer = await client.beta.messages
      .toolRunner({ ...PARAMS, tools, messages })
      .generateToolResponse();
    if (answer === null) throw new Error('there were no calls');
    messages.push(answer);
    await client.beta.messages.toolRunner({ ...PARAMS, tools, messages }).runUntilDone();
    return withoutIds(results());
  },
  text: (text) => ({ isError: false, content: [{ type: 'text', text }] }),
  error: (text) => ({ isError: true, content: [{ type: 'text', text }] }),
  picture: (text, data, type) => ({
    isError: false,
    content: [
      { type: 'text', text },
      { type: 'image', source: { type: 'base64', media_type: type, data } },
    ],
  }),
};

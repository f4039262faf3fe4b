import Anthropic from '@anthropic-ai/sdk';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { Agent, Runner, type Model, type ModelRequest, type StreamEvent } from '@openai/agents';
import { isStepCount, streamText } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { createAgent } from 'langchain';
import { setTimeout as delay } from 'node:timers/promises';
import { present } from '@sluice/base';
import type { LocalRuntime } from 'sluice';
import { toAISDK } from 'sluice/ai-sdk';
import { toAnthropic } from 'sluice/anthropic';
import { toLangChain } from 'sluice/langchain';
import { toMastra } from 'sluice/mastra';
import { toOpenAIAgents } from 'sluice/openai-agents';
import { TEXT_MS, type RunSDK, type Watch } from './sdk-watch.ts';

export const SDKS: readonly (readonly [name: string, run: RunSDK])[] = [
  ['AI SDK', runAISDK],
  ['OpenAI Agents', runOpenAIAgents],
  ["Anthropic's tool runner", runAnthropic],
  ['LangChain', runLangChain],
  ['Mastra', runMastra],
];

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** As long as the model writes text. Rejects as a request does that is aborted. */
async function writeText(signal: AbortSignal | undefined): Promise<void> {
  await delay(TEXT_MS, undefined, present({ signal }));
}

type StreamResult = Awaited<ReturnType<MockLanguageModelV3['doStream']>>;
type Part = StreamResult['stream'] extends ReadableStream<infer Chunk> ? Chunk : never;

function scriptedModel(watch: Watch): MockLanguageModelV3 {
  async function* parts(signal: AbortSignal | undefined): AsyncGenerator<Part> {
    const isFirst = watch.begin();
    yield { type: 'stream-start', warnings: [] };
    if (isFirst)
      for (const { id, name, args } of watch.calls)
        yield { type: 'tool-call', toolCallId: id, toolName: name, input: args };
    yield { type: 'text-start', id: 't' };
    if (isFirst) await writeText(signal);
    yield { type: 'text-delta', id: 't', delta: 'Text.' };
    yield { type: 'text-end', id: 't' };
    const unified = isFirst ? 'tool-calls' : 'stop';
    yield { type: 'finish', finishReason: { unified, raw: unified }, usage };
    watch.end();
  }
  return new MockLanguageModelV3({
    doStream: async ({ abortSignal }) => ({ stream: ReadableStream.from(parts(abortSignal)) }),
  });
}

async function runAISDK(runtime: LocalRuntime, watch: Watch, signal?: AbortSignal): Promise<void> {
  const { tools, toolApproval } = await toAISDK(runtime);
  const stopWhen = isStepCount(5);
  const run = streamText({
    ...{ model: scriptedModel(watch), tools, toolApproval, prompt: 'Go', stopWhen },
    abortSignal: signal,
  });
  await run.consumeStream();
}

async function runMastra(runtime: LocalRuntime, watch: Watch, signal?: AbortSignal): Promise<void> {
  const { tools } = await toMastra(runtime);
  const agent = new MastraAgent({
    ...{ id: 'bench', name: 'bench', instructions: 'Go.', tools },
    // Mastra has a copy of the model's type, of another version.
    model: scriptedModel(watch) as never,
  });
  const run = await agent.stream('Go', present({ abortSignal: signal }));
  await run.consumeStream();
}

async function runOpenAIAgents(runtime: LocalRuntime, watch: Watch, signal?: AbortSignal): Promise<void> {
  async function* events(request: ModelRequest): AsyncGenerator<StreamEvent> {
    const isFirst = watch.begin();
    const { calls } = watch;
    for (const { id, name, args } of isFirst ? calls : []) {
      const item = { type: 'function_call', call_id: id, name, arguments: args };
      yield { type: 'model', event: { type: 'response.output_item.done', item } };
    }
    if (isFirst) await writeText(request.signal);
    const text = { type: 'output_text' as const, text: 'Text.' };
    const usage = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    const made = calls.map(({ id, name, args }) => ({
      ...{ type: 'function_call' as const, callId: id, name, arguments: args },
      status: 'completed' as const,
    }));
    const said = { type: 'message' as const, role: 'assistant' as const, status: 'completed' as const };
    const output = isFirst ? made : [{ ...said, content: [text] }];
    yield { type: 'response_done', response: { id: 'r', usage, output } };
    watch.end();
  }
  const model: Model = {
    getResponse: () => Promise.reject(new Error('the benchmark streams')),
    getStreamedResponse: events,
  };
  const { tools, startEarly } = await toOpenAIAgents(runtime);
  const agent = new Agent({ name: 'bench', model: startEarly(model), tools });
  const run = await new Runner({ tracingDisabled: true }).run(agent, 'Go', {
    stream: true,
    ...present({ signal }),
  });
  await run.completed;
}

async function runAnthropic(runtime: LocalRuntime, watch: Watch, signal?: AbortSignal): Promise<void> {
  async function* bytes(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    const line = (type: string, event: object): Uint8Array =>
      new TextEncoder().encode(`event: ${type}\ndata: ${JSON.stringify({ type, ...event })}\n\n`);
    const isFirst = watch.begin();
    const counted = { input_tokens: 1, output_tokens: 1 };
    const message = {
      ...{ id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null },
      usage: counted,
    };
    yield line('message_start', { message });
    let index = 0;
    const block = function* (content: object, delta: object): Generator<Uint8Array> {
      yield line('content_block_start', { index, content_block: content });
      yield line('content_block_delta', { index, delta });
      yield line('content_block_stop', { index });
      index += 1;
    };
    for (const { id, name, args } of isFirst ? watch.calls : [])
      yield* block(
        { type: 'tool_use', id, name, input: {} },
        { type: 'input_json_delta', partial_json: args },
      );
    // A call starts when the next block begins.
    yield line('content_block_start', { index, content_block: { type: 'text', text: '' } });
    if (isFirst) await writeText(signal);
    yield line('content_block_delta', { index, delta: { type: 'text_delta', text: 'Text.' } });
    yield line('content_block_stop', { index });
    const delta = { stop_reason: isFirst ? 'tool_use' : 'end_turn', stop_sequence: null };
    yield line('message_delta', { delta, usage: counted });
    yield line('message_stop', {});
    watch.end();
  }
  const fetch: typeof globalThis.fetch = async (_url, init) =>
    new Response(ReadableStream.from(bytes(init?.signal ?? undefined)), {
      headers: { 'content-type': 'text/event-stream' },
    });
  const client = new Anthropic({ apiKey: 'none', baseURL: 'http://127.0.0.1:1', fetch, maxRetries: 0 });
  const { tools } = await toAnthropic(runtime);
  await client.beta.messages
    .toolRunner(
      {
        ...{ model: 'm', max_tokens: 100, stream: true, runToolsEagerly: true, tools },
        messages: [{ role: 'user', content: 'Go' }],
      },
      { signal },
    )
    .runUntilDone();
}

class ScriptedChat extends BaseChatModel {
  readonly #watch: Watch;

  constructor(watch: Watch) {
    super({});
    this.#watch = watch;
  }

  _llmType(): string {
    return 'scripted';
  }

  override bindTools(): this {
    return this;
  }

  override _generate(): Promise<ChatResult> {
    return Promise.reject(new Error('the benchmark streams'));
  }

  override async *_streamResponseChunks(
    _messages: BaseMessage[],
    { signal }: this['ParsedCallOptions'],
    run?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const isFirst = this.#watch.begin();
    const calls = this.#watch.calls.map((call, index) => ({
      content: '',
      tool_call_chunks: [{ index, ...call }],
    }));
    for (const piece of [...(isFirst ? calls : []), { content: 'Text.' }]) {
      if (isFirst && piece.content !== '') await writeText(signal);
      const chunk = new ChatGenerationChunk({ text: piece.content, message: new AIMessageChunk(piece) });
      yield chunk;
      await run?.handleLLMNewToken(piece.content, undefined, undefined, undefined, undefined, { chunk });
    }
    this.#watch.end();
  }
}

async function runLangChain(runtime: LocalRuntime, watch: Watch, signal?: AbortSignal): Promise<void> {
  const { tools, callbacks } = await toLangChain(runtime);
  const agent = createAgent({ model: new ScriptedChat(watch), tools });
  await agent.invoke({ messages: [{ role: 'user', content: 'Go' }] }, { callbacks, ...present({ signal }) });
}

import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { isStepCount, streamText } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { createAgent } from 'langchain';
import { setTimeout as delay } from 'node:timers/promises';
import type { LocalRuntime } from 'sluice';
import { toAISDK } from 'sluice/ai-sdk';
import { toLangChain } from 'sluice/langchain';
import { toMastra } from 'sluice/mastra';
import { CALLS, TEXT_MS, type RunSDK, type Watch } from './sdk-watch.ts';

export const SDKS: readonly (readonly [name: string, run: RunSDK])[] = [
  ['AI SDK', runAISDK],
  ['LangChain', runLangChain],
  ['Mastra', runMastra],
];

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

type StreamResult = Awaited<ReturnType<MockLanguageModelV3['doStream']>>;
type Part = StreamResult['stream'] extends ReadableStream<infer Chunk> ? Chunk : never;

function scriptedModel(watch: Watch): MockLanguageModelV3 {
  async function* parts(): AsyncGenerator<Part> {
    const isFirst = watch.begin();
    yield { type: 'stream-start', warnings: [] };
    if (isFirst)
      for (const index of CALLS.keys())
        yield { type: 'tool-call', toolCallId: `c${index}`, toolName: 'Work', input: `{"index":${index}}` };
    yield { type: 'text-start', id: 't' };
    if (isFirst) await delay(TEXT_MS);
    yield { type: 'text-delta', id: 't', delta: 'Text.' };
    yield { type: 'text-end', id: 't' };
    const unified = isFirst ? 'tool-calls' : 'stop';
    yield { type: 'finish', finishReason: { unified, raw: unified }, usage };
    watch.end();
  }
  return new MockLanguageModelV3({ doStream: async () => ({ stream: ReadableStream.from(parts()) }) });
}

async function runAISDK(runtime: LocalRuntime, watch: Watch): Promise<void> {
  const { tools, toolApproval } = await toAISDK(runtime);
  const stopWhen = isStepCount(5);
  const run = streamText({ model: scriptedModel(watch), tools, toolApproval, prompt: 'Go', stopWhen });
  await run.consumeStream();
}

async function runMastra(runtime: LocalRuntime, watch: Watch): Promise<void> {
  const { tools } = await toMastra(runtime);
  const agent = new MastraAgent({
    ...{ id: 'bench', name: 'bench', instructions: 'Go.', tools },
    // Mastra has a copy of the model's type, of another version.
    model: scriptedModel(watch) as never,
  });
  const run = await agent.stream('Go');
  await run.consumeStream();
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
    _options: this['ParsedCallOptions'],
    run?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const isFirst = this.#watch.begin();
    const calls = [...CALLS.keys()].map((index) => ({
      content: '',
      tool_call_chunks: [{ index, id: `c${index}`, name: 'Work', args: `{"index":${index}}` }],
    }));
    for (const piece of [...(isFirst ? calls : []), { content: 'Text.' }]) {
      if (isFirst && piece.content !== '') await delay(TEXT_MS);
      const chunk = new ChatGenerationChunk({ text: piece.content, message: new AIMessageChunk(piece) });
      yield chunk;
      await run?.handleLLMNewToken(piece.content, undefined, undefined, undefined, undefined, { chunk });
    }
    this.#watch.end();
  }
}

async function runLangChain(runtime: LocalRuntime, watch: Watch): Promise<void> {
  const { tools, callbacks } = await toLangChain(runtime);
  const agent = createAgent({ model: new ScriptedChat(watch), tools });
  await agent.invoke({ messages: [{ role: 'user', content: 'Go' }] }, { callbacks });
}

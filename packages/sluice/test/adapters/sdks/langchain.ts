import { deserialize, serialize } from 'node:v8';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessageChunk, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { Command, MemorySaver, isInterrupted, INTERRUPT } from '@langchain/langgraph';
import { createAgent } from 'langchain';
import type { Said } from './scripted-model.ts';
import type { Sdk } from './sdk.ts';

/** A chat model that says these messages, in pieces. */
export class ScriptedChat extends BaseChatModel {
  readonly #said: readonly Said[];
  #next = 0;

  constructor(said: readonly Said[]) {
    super({});
    this.#said = said;
  }

  _llmType(): string {
    return 'scripted';
  }

  override bindTools(): this {
    return this;
  }

  override _generate(): Promise<ChatResult> {
    return Promise.reject(new Error('the test streams'));
  }

  override async *_streamResponseChunks(
    _messages: BaseMessage[],
    _options: this['ParsedCallOptions'],
    run?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const said = this.#said[this.#next++] ?? 'Done.';
    const parts = typeof said === 'string' ? [said] : said;
    for (const [index, part] of parts.entries()) {
      if (part instanceof Promise) {
        await part;
        continue;
      }
      const text = typeof part === 'string' ? [] : JSON.stringify(part[2]).split(/(?<=[{}"])/);
      const pieces =
        typeof part === 'string'
          ? [{ content: part }]
          : [
              { content: '', tool_call_chunks: [{ index, id: part[0], name: part[1], args: '' }] },
              ...text.map((args) => ({ content: '', tool_call_chunks: [{ index, args }] })),
            ];
      for (const piece of pieces) {
        const chunk = new ChatGenerationChunk({ text: '', message: new AIMessageChunk(piece) });
        yield chunk;
        await run?.handleLLMNewToken('', undefined, undefined, undefined, undefined, { chunk });
      }
    }
  }
}

export interface Ended {
  readonly messages: readonly BaseMessage[];
}

/** The messages of calls, by call. */
export function toolMessages({ messages }: Ended): Readonly<Record<string, ToolMessage>> {
  return Object.fromEntries(
    messages.flatMap((message) => (ToolMessage.isInstance(message) ? [[message.tool_call_id, message]] : [])),
  );
}

function sentMessages(ended: Ended): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(toolMessages(ended)).map(([id, { status, content }]) => [id, { status, content }]),
  );
}

/** The questions that a graph is interrupted with. */
export function questionsOf(ended: unknown): readonly { readonly id: string; readonly callId: string }[] {
  if (!isInterrupted<{ callId: string }>(ended)) return [];
  return ended[INTERRUPT].map(({ id, value }) => ({ id: id ?? '', callId: value?.callId ?? '' }));
}

export const LANGCHAIN: Sdk = {
  name: 'LangChain',
  async run({ runtime, load, said, ask = async () => false, signal }) {
    const { toLangChain } = await load('langchain');
    const { tools, callbacks } = await toLangChain(runtime);
    const agent = createAgent({ model: new ScriptedChat(said), tools, checkpointer: new MemorySaver() });
    const invoke = async (input: unknown): Promise<Ended> =>
      agent.invoke(input as Parameters<typeof agent.invoke>[0], {
        ...{ callbacks, configurable: { thread_id: 'one' } },
        ...(signal && { signal }),
      });
    let ended = await invoke({ messages: [{ role: 'user', content: 'Go' }] });
    for (let asked = questionsOf(ended); asked.length > 0; asked = questionsOf(ended)) {
      // Each run continues the one before.
      // oxlint-disable-next-line no-await-in-loop
      const answers = await Promise.all(
        asked.map(async ({ id, callId }) => {
          const type = (await ask(callId)) ? 'approve' : 'reject';
          return [id, { decisions: [{ type }] }] as const;
        }),
      );
      // oxlint-disable-next-line no-await-in-loop
      ended = await invoke(new Command({ resume: Object.fromEntries(answers) }));
    }
    return sentMessages(ended);
  },
  async suspend({ runtime, load, said }) {
    const { toLangChain } = await load('langchain');
    const { tools, callbacks } = await toLangChain(runtime);
    const checkpointer = new MemorySaver();
    const agent = createAgent({ model: new ScriptedChat(said), tools, checkpointer });
    const ended = await agent.invoke(
      { messages: [{ role: 'user', content: 'Go' }] },
      { callbacks, configurable: { thread_id: 'one' } },
    );
    const { storage, writes } = checkpointer;
    return serialize({ storage, writes, asked: questionsOf(ended) }).toString('latin1');
  },
  async approve(stored, { runtime, load, said }) {
    const { toLangChain } = await load('langchain');
    const { tools, callbacks } = await toLangChain(runtime);
    const { storage, writes, asked } = deserialize(Buffer.from(stored, 'latin1'));
    const checkpointer = Object.assign(new MemorySaver(), { storage, writes });
    const agent = createAgent({ model: new ScriptedChat(said), tools, checkpointer });
    const answers = asked.map(({ id }: { readonly id: string }) => [
      id,
      { decisions: [{ type: 'approve' }] },
    ]);
    const ended: Ended = await agent.invoke(new Command({ resume: Object.fromEntries(answers) }), {
      ...{ callbacks, configurable: { thread_id: 'one' } },
    });
    return sentMessages(ended);
  },
  text: (content) => ({ status: 'success', content }),
  error: (content) => ({ status: 'error', content }),
  picture: (text, data, type) => ({
    status: 'success',
    content: [
      { type: 'text', text },
      { type: 'image_url', image_url: { url: `data:${type};base64,${data}` } },
    ],
  }),
};

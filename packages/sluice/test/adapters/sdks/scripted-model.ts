import { MockLanguageModelV3 } from 'ai/test';

type StreamResult = Awaited<ReturnType<MockLanguageModelV3['doStream']>>;
type Part = StreamResult['stream'] extends ReadableStream<infer Chunk> ? Chunk : never;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** What a model says: a text, or calls; a promise holds the stream back until it resolves, and breaks it off if it rejects. */
export type Said =
  | string
  | readonly (readonly [id: string, name: string, input: object] | Promise<unknown>)[];

/** A model of the AI SDK that says these messages, one for each request. */
export function scriptedModel(messages: readonly Said[]): MockLanguageModelV3 {
  let next = 0;
  return new MockLanguageModelV3({
    doStream: async () => ({ stream: ReadableStream.from(partsOf(messages[next++] ?? 'Done.')) }),
  });
}

async function* partsOf(said: Said): AsyncGenerator<Part> {
  yield { type: 'stream-start', warnings: [] };
  if (typeof said === 'string') {
    yield { type: 'text-start', id: 't' };
    yield { type: 'text-delta', id: 't', delta: said };
    yield { type: 'text-end', id: 't' };
    yield { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage };
    return;
  }
  for (const one of said) {
    if (one instanceof Promise) {
      const broken: unknown = await one.then(
        () => undefined,
        (error: unknown) => error,
      );
      if (broken === undefined) continue;
      yield { type: 'error', error: broken };
      return;
    }
    const [toolCallId, toolName, input] = one;
    yield { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) };
  }
  yield { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool_use' }, usage };
}

interface PromptPart {
  readonly type: string;
  readonly toolCallId?: string;
  readonly output?: unknown;
}

/** What the last request held for each call. */
export function sentResults({ doStreamCalls }: MockLanguageModelV3): Readonly<Record<string, unknown>> {
  const parts = (doStreamCalls.at(-1)?.prompt ?? []).flatMap(({ content }): readonly PromptPart[] =>
    typeof content === 'string' ? [] : content,
  );
  return Object.fromEntries(
    parts.flatMap(({ type, toolCallId = '', output }) =>
      type === 'tool-result' ? [[toolCallId, output]] : [],
    ),
  );
}

import { MockLanguageModelV3 } from 'ai/test';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import {
  createLocalRuntime,
  defineTool,
  type LocalRuntime,
  type LocalRuntimeOptions,
} from '../../src/index.ts';
import { scratch } from '../cli/exec/support/scratch.ts';

type StreamResult = Awaited<ReturnType<MockLanguageModelV3['doStream']>>;
type Part = StreamResult['stream'] extends ReadableStream<infer Chunk> ? Chunk : never;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** What a model says: a text, or calls; a promise holds the stream back until it resolves. */
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
      await one;
      continue;
    }
    const [toolCallId, toolName, input] = one;
    yield { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) };
  }
  yield { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool_use' }, usage };
}

/** A runtime in an empty directory; it ends with the test. */
export async function openRuntime(
  options: Partial<LocalRuntimeOptions> = {},
): Promise<LocalRuntime & { readonly cwd: string }> {
  const cwd = scratch();
  const runtime = await createLocalRuntime({ cwd, ...options });
  onTestFinished(async () => void (await runtime.dispose()));
  return Object.assign(runtime, { cwd });
}

/** A tool that only reads, and whose work is this function. */
export function probe(
  name: string,
  work: (input: { readonly value?: string | undefined }, signal: AbortSignal) => Promise<unknown>,
) {
  return defineTool({
    name,
    description: name,
    inputSchema: z.object({ value: z.string().optional() }),
    isReadOnly: true,
    isConcurrencySafe: true,
    claims: () => [],
    call: async (input, { signal }) => ({ data: await work(input, signal) }),
    toModel: (data) => (Array.isArray(data) ? data : String(data)),
  });
}

import { tool as nativeTool, isStepCount, streamText } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalRuntime, defineTool, type LocalRuntime } from 'sluice';
import { toAISDK } from 'sluice/ai-sdk';
import { z } from 'zod';
import { interleave, timeOf } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row, RowOptions } from '../support/table/row.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const CALLS = 100;
const DECISIONS = 200;
const inputSchema = z.object({ index: z.number() });

/** What a program pays that has a loop of its own: for a decision, for a call by its handle, and for a call in the AI SDK. */
export const embeddingRow: Row = {
  name: 'embedding',
  about: 'decide, a call through the message handle vs run, and a call in the AI SDK vs its own tools',
  async measure(options) {
    using directory = temporaryDirectory();
    let made = 0;
    await using runtime = await createLocalRuntime({
      cwd: directory.path,
      tools: [work(() => (made += 1))],
      settings: { allow: ['Work', 'Bash(npm test *)'] },
    });
    const file = join(directory.path, 'a.txt');
    writeFileSync(file, 'a\n');
    const runs = options.isQuick ? 3 : 15;
    const lines = [
      await decisions(runtime, 'Read', { file_path: file }, 20, runs),
      await decisions(runtime, 'Bash', { command: 'npm test -- --watch=false | tail -n 20' }, 100, runs),
      await handles(runtime, runs),
      await inSDK(runtime, runs, options),
    ];
    return made > 0 ? lines : [failed('embedding', 'no call was made')];
  },
};

function work(onDone: () => void) {
  return defineTool({
    ...{ name: 'Work', description: 'does nothing', inputSchema },
    ...{ isReadOnly: true, isConcurrencySafe: true, claims: () => [] },
    async call({ index }) {
      onDone();
      return { data: `done ${index}` };
    },
  });
}

async function decisions(
  runtime: LocalRuntime,
  name: string,
  input: object,
  value: number,
  runs: number,
): Promise<Line> {
  const once = async (): Promise<number> => {
    const ms = await timeOf(async () => {
      for (let done = 0; done < DECISIONS; done += 1) {
        const { behavior } = await runtime.decide({ name, input });
        if (behavior !== 'allow') throw new Error(`${name} was decided as ${behavior}`);
      }
    });
    return (ms * 1000) / DECISIONS;
  };
  await once();
  const ours: number[] = [];
  for (let run = 0; run < runs; run += 1) ours.push(await once());
  return {
    ...{ status: 'measured', name: `decide, ${name}`, unit: 'µs', ours, baseline: undefined },
    target: { kind: 'at-most', value },
  };
}

/** Messages of one call each: a handle is for programs that add calls as they come. */
async function handles(runtime: LocalRuntime, runs: number): Promise<Line> {
  let next = 0;
  const call = () => ({ id: `h${(next += 1)}`, name: 'Work', input: { index: next } });
  const perCall = async (one: () => Promise<void>): Promise<number> => {
    const ms = await timeOf(async () => {
      for (let done = 0; done < CALLS; done += 1) await one();
    });
    return (ms * 1000) / CALLS;
  };
  const byHandle = () =>
    perCall(async () => {
      const message = runtime.openMessage();
      const { isError } = await message.add(call()).result;
      if (isError) throw new Error('the call failed');
      await message.end();
    });
  const byRun = () =>
    perCall(async () => {
      let results = 0;
      for await (const { type } of runtime.run([call()])) if (type === 'tool-result') results += 1;
      if (results !== 1) throw new Error(`the call had ${results} results`);
    });
  await interleave(2, byHandle, byRun);
  const measured = await interleave(runs, byHandle, byRun);
  return {
    ...{ status: 'measured', name: 'a call through the message handle, vs run', unit: 'µs', ...measured },
    target: { kind: 'ratio', atMost: 1, plus: 0 },
  };
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

type Stream = Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream'];
type Part = Stream extends ReadableStream<infer Chunk> ? Chunk : never;

/** A model that makes its calls in one message, and ends. */
function scriptedModel(): MockLanguageModelV3 {
  let requests = 0;
  return new MockLanguageModelV3({
    async doStream() {
      const isFirst = (requests += 1) === 1;
      const calls = Array.from({ length: CALLS }, (_, index): Part => {
        const input = JSON.stringify({ index });
        return { type: 'tool-call', toolCallId: `c${index}`, toolName: 'Work', input };
      });
      const unified = isFirst ? 'tool-calls' : 'stop';
      const end: Part = { type: 'finish', finishReason: { unified, raw: unified }, usage };
      return { stream: ReadableStream.from<Part>([...(isFirst ? calls : []), end]) };
    },
  });
}

async function inSDK(runtime: LocalRuntime, runs: number, { isQuick }: RowOptions): Promise<Line> {
  const stopWhen = isStepCount(3);
  const perCall = async (run: () => { consumeStream(): PromiseLike<void> }): Promise<number> =>
    ((await timeOf(() => run().consumeStream())) * 1000) / CALLS;
  const own = {
    Work: nativeTool({ inputSchema, execute: async ({ index }) => ({ data: `done ${index}` }) }),
  };
  const ours = async () => {
    const { tools, toolApproval } = await toAISDK(runtime);
    return perCall(() => streamText({ model: scriptedModel(), tools, toolApproval, prompt: 'Go', stopWhen }));
  };
  const native = () =>
    perCall(() => streamText({ model: scriptedModel(), tools: own, prompt: 'Go', stopWhen }));
  await interleave(isQuick ? 1 : 3, ours, native);
  const measured = await interleave(runs, ours, native);
  return {
    ...{ status: 'measured', name: "a call in the AI SDK, vs the SDK's own tool", unit: 'µs', ...measured },
    target: { kind: 'difference', atMost: 150 },
  };
}

import * as ai from 'ai';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  defineTool,
  readNamed,
  writeNamed,
  type Asker,
  type LocalRuntime,
  type ToolCall,
} from '../../src/index.ts';
import { toAISDK } from '../../src/adapters/ai-sdk.ts';
import { openRuntime, scriptedModel } from './support.ts';

/**
 * What a message does: reads and writes of three names, some of which fail, are denied or asked about. `Halt` waits until the
 * person aborts everything.
 */
type Act = { readonly tool: 'Get' | 'Put' | 'Break' | 'Denied' | 'Ask' | 'Halt'; readonly name: string };

const act = fc.record({
  tool: fc.constantFrom<Act['tool'][]>('Get', 'Put', 'Get', 'Put', 'Ask', 'Ask', 'Break', 'Denied', 'Halt'),
  name: fc.constantFrom('a', 'b', 'c'),
});

/** The person: approves what concerns `a` and `b`. */
const asker: Asker = {
  push(inquiry, answer) {
    const name = 'input' in inquiry ? inquiry.input['name'] : undefined;
    answer(name === 'c' ? { behavior: 'deny', feedback: 'Leave c alone.' } : { behavior: 'allow' });
  },
  remove() {},
  update() {},
};

const inputSchema = z.object({ name: z.string(), id: z.string() });

/** A store whose values tell who wrote them, and the tools that use it. */
async function world() {
  const store = new Map<string, string>();
  const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const base = { description: 'x', inputSchema };
  const get = defineTool({
    ...base,
    name: 'Get',
    isReadOnly: true,
    isConcurrencySafe: true,
    claims: ({ name }) => [readNamed(name)],
    call: async ({ name }) => (await tick(), { data: store.get(name) ?? 'nothing' }),
  });
  const writer = (name: string, work: (id: string) => string) =>
    defineTool({
      ...base,
      name,
      isConcurrencySafe: true,
      claims: (input) => [writeNamed(input.name)],
      async call({ name: key, id }) {
        await tick();
        const before = store.get(key) ?? 'nothing';
        const value = work(id);
        store.set(key, value);
        return { data: `${before} became ${value}` };
      },
    });
  const fails = (): string => {
    throw new Error('it broke');
  };
  const denied = defineTool({
    ...base,
    name: 'Denied',
    claims: ({ name }) => [writeNamed(name)],
    checkPermissions: () => ({ behavior: 'deny', message: 'never' }),
    call: async () => ({ data: 'it ran' }),
  });
  const asked = defineTool({
    ...base,
    name: 'Ask',
    claims: ({ name }) => [writeNamed(name)],
    checkPermissions: () => ({ behavior: 'ask', message: 'Is that right?' }),
    async call({ name, id }) {
      store.set(name, id);
      return { data: 'it was right' };
    },
  });
  const aborted = { now: (): void => {} };
  const halt = defineTool({
    ...base,
    name: 'Halt',
    claims: () => 'exclusive',
    interruptBehavior: 'cancel',
    call: (_input, { signal }) =>
      new Promise<{ readonly data: string }>((resolve) => {
        signal.addEventListener('abort', () => resolve({ data: 'halted' }), { once: true });
        aborted.now();
      }),
  });
  const runtime = await openRuntime({
    tools: [get, writer('Put', (id) => id), writer('Break', fails), denied, asked, halt],
    builtInTools: [],
    settings: { allow: ['Get', 'Put', 'Break', 'Halt'] },
    asker,
  });
  return { store, runtime, aborted };
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

type Outcomes = Readonly<Record<string, string>>;

interface World {
  readonly runtime: LocalRuntime;
  /** What `Halt` calls: the person aborts everything. */
  readonly aborted: { now: () => void };
}

async function throughHandle({ runtime, aborted }: World, calls: readonly ToolCall[]): Promise<Outcomes> {
  const abort = new AbortController();
  aborted.now = () => abort.abort();
  const message = runtime.openMessage({ signal: abort.signal });
  const open = calls.map((call) => message.add(call));
  const results = await Promise.all(open.map(({ result }) => result));
  await message.end();
  return Object.fromEntries(results.map(({ id, text }) => [id, text]));
}

async function throughFeed({ runtime, aborted }: World, calls: readonly ToolCall[]): Promise<Outcomes> {
  const outcomes: [string, string][] = [];
  // The first call may begin before there is a run to interrupt.
  aborted.now = () => void setImmediate(() => run.interrupt('user-cancel'));
  const run = runtime.run(calls);
  for await (const event of run) {
    if (event.type === 'tool-result') outcomes.push([event.callId, asText(event.result.content)]);
  }
  return Object.fromEntries(outcomes);
}

async function throughAISDK({ runtime, aborted }: World, calls: readonly ToolCall[]): Promise<Outcomes> {
  const abort = new AbortController();
  aborted.now = () => abort.abort();
  const { tools, toolApproval } = await toAISDK(runtime, { approvals: 'runtime' });
  const said = calls.map(({ id, name, input }) => [id, name, { ...Object(input) }] as const);
  const run = ai.streamText({
    model: scriptedModel([said]),
    tools,
    toolApproval,
    prompt: 'Go',
    stopWhen: ai.isStepCount(2),
    abortSignal: abort.signal,
  });
  await run.consumeStream();
  const outcomes: [string, string][] = [];
  // Those of a run that was aborted never come.
  for (const { content } of abort.signal.aborted ? [] : await run.responseMessages) {
    if (typeof content === 'string') continue;
    for (const part of content) {
      if (part.type === 'tool-result' && 'value' in part.output)
        outcomes.push([part.toolCallId, asText(part.output.value)]);
    }
  }
  return Object.fromEntries(outcomes);
}

it('random messages, with questions and aborts, have the same results and effects through the handle, a feed and the AI SDK', async () => {
  const worlds = await Promise.all(
    [throughHandle, throughFeed, throughAISDK].map(async (run) => ({ run, ...(await world()) })),
  );
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
      number += 1;
      const calls = acts.map(({ tool, name }, index) => {
        const id = `m${number}c${index}`;
        return { id, name: tool, input: { name, id } };
      });
      const [handle, feed, sdk] = await Promise.all(
        worlds.map(async ({ run, store, ...one }) => ({
          outcomes: await run(one, calls),
          effects: Object.fromEntries(store),
        })),
      );
      expect(Object.keys(handle?.outcomes ?? {})).toEqual(calls.map(({ id }) => id));
      expect(feed).toEqual(handle);
      // The SDK gives an aborted run no results.
      const isAborted = acts.some(({ tool }) => tool === 'Halt');
      expect(isAborted ? sdk?.effects : sdk).toEqual(isAborted ? handle?.effects : handle);
    }),
  );
});

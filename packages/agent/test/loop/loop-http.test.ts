import type { ModelProvider, StopReason } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Agent } from '../../src/loop/agent.ts';
import type { AgentEvent } from '../../src/loop/agent-event.ts';
import { openProvider } from '../../src/providers/open-provider.ts';
import type { Api } from '../support/model-server/api.ts';
import type { Answer, Item } from '../support/model-server/script.ts';
import { startModelServer } from '../support/model-server/start-model-server.ts';
import { checkEvents } from './check-events.ts';
import { faultySession, whileTimePasses } from './faulty-session.ts';
import { prompt, resultOf } from './support.ts';

const numRuns = Math.ceil(Number(process.env['SLUICE_RUNS'] ?? 200) / 10);
const APIS: readonly Api[] = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'];

const said = fc.constantFrom('Well.', 'Let me see.', 'ü');
const item: fc.Arbitrary<Item> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: said }),
  fc.record({
    type: fc.constant('call' as const),
    name: fc.constantFrom('Echo', 'Write', 'Fails', 'Slow', 'no such tool'),
    input: fc.constantFrom({ tag: 'x' }, {}, { tag: 1 }),
  }),
);
const thought = fc.record({ type: fc.constant('thinking' as const), text: said });
const fault = fc.constantFrom<Item>(
  { type: 'cut' },
  { type: 'end' },
  { type: 'error', error: { type: 'overloaded_error', message: 'Busy.' } },
);
const message = fc
  .record({
    first: fc.option(thought, { nil: undefined }),
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
    broken: fc.option(fault, { nil: undefined, freq: 3 }),
    stopReason: fc.constantFrom<StopReason | undefined>(
      undefined,
      undefined,
      undefined,
      'max_tokens',
      'refusal',
    ),
    chunkBytes: fc.option(fc.integer({ min: 20, max: 300 }), { nil: undefined }),
  })
  .map(({ first, items, broken, stopReason, chunkBytes }): Answer => ({
    content: [...(first === undefined ? [] : [first]), ...items, ...(broken === undefined ? [] : [broken])],
    stopReason,
    chunkBytes,
  }));
const refusal = fc.constantFrom<Answer>(
  { status: 400, error: { type: 'invalid_request_error', message: 'No.' } },
  { status: 401, error: { type: 'authentication_error', message: 'No key.' } },
);
const answers = fc.array(fc.oneof({ weight: 8, arbitrary: message }, { weight: 1, arbitrary: refusal }), {
  maxLength: 6,
});

const DONE: Answer = { content: [{ type: 'text', text: 'Done.' }] };

describe.each(APIS)('a random conversation in the form of %s', (api) => {
  it('sends only what the API takes, whatever breaks', async () => {
    await fc.assert(
      fc.asyncProperty(answers, fc.array(fc.nat(60), { maxLength: 2 }), async (script, interrupts) => {
        await using server = await startModelServer(({ index }) => script[index] ?? DONE);
        const provider = await open(api, server.address);
        const { agent, clock } = await faultySession({
          plan: { maxTurns: 20, declines: 'never', hooks: { submitted: [], stopping: [], compacting: [] } },
          provider,
          onEffect() {},
          onCompacted() {},
        });
        for (const words of ['Do it.', 'Go on.']) {
          await whileTimePasses(clock, read(agent, agent.run(prompt(words)), interrupts));
        }
        // All faults have been played by now, or the model is done.
        for (let left = script.length; left >= 0; left -= 1) {
          const events = await whileTimePasses(clock, read(agent, agent.run(prompt('And?')), []));
          if (server.requests.length > script.length) expect(resultOf(events).reason).toBe('completed');
        }
        expect(server.problems.filter((problem) => !isCutOff(problem))).toEqual([]);
        provider.close();
      }),
      { numRuns },
    );
  });
});

/** Of an answer that an interrupt has cut off what was read of it comes back; the server had sent more. */
function isCutOff(problem: string): boolean {
  const [, back = '', sent = ''] = /calls are \[(.*)\]; sent was \[(.*)\]/.exec(problem) ?? [];
  return back !== '' && sent.startsWith(`${back},`);
}

async function read(
  agent: Agent,
  events: AsyncIterable<AgentEvent>,
  interrupts: readonly number[],
): Promise<readonly AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) {
    all.push(event);
    if (interrupts.includes(all.length)) agent.interrupt('user-cancel');
  }
  expect(checkEvents(all, true)).toEqual([]);
  return all;
}

const KEY = 'key-of-the-test';

async function open(api: Api, baseUrl: string): Promise<ModelProvider> {
  const keys = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY };
  const env = { ...keys, SLUICE_MAX_RETRIES: '0' };
  const opened = await openProvider({ model: `${api}/test`, baseUrl, env });
  if (!opened.ok) throw new Error(opened.message);
  return opened.provider;
}

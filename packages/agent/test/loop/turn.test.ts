import type { ModelMessage } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { whileTimePasses } from './faulty-session.ts';
import { hooksWith } from './hooks.ts';
import {
  breaks,
  createFakeClock,
  createKit,
  ECHO,
  gatedTool,
  prompt,
  refuses,
  resultOf,
  says,
  shape,
  streams,
  toEnd,
  transitionsOf,
  watching,
  type Answer,
} from './support.ts';

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: () => resolve() };
}

const CALLS = { call: ['a', 'Tool', {}] } as const;

describe('a stream that broke off while a tool ran', () => {
  it.each([
    ['block', /done\. Its result: done/],
    ['cancel', /^user: Do it\.$/],
  ] as const)('the tool of behavior %s is left to finish, or stopped', async (behavior, told) => {
    const clock = createFakeClock();
    const begun = gate();
    const end = gate();
    const tool = gatedTool('Tool', end.passed, begun.open, behavior);
    const kit = createKit({
      clock,
      agentTools: [tool],
      answers: [breaks([CALLS, { gate: begun.passed }]), says('Done.')],
    });
    const reading = watching(kit.agent.run(prompt('Do it.')));
    if (behavior === 'block') {
      await begun.passed;
      await new Promise((resolve) => setImmediate(resolve));
      expect(kit.provider.requests).toHaveLength(1);
      end.open();
    }
    const events = await whileTimePasses(clock, reading.done);
    expect(resultOf(events).reason).toBe('completed');
    const [said = '', answer] = shape(kit.conversation.messages);
    expect(said).toMatch(told);
    expect(answer).toBe('assistant: Done.');
  });

  it('an interrupt stops a tool that would go on, and ends the prompt', async () => {
    const clock = createFakeClock();
    const begun = gate();
    const tool = gatedTool('Tool', new Promise(() => {}), begun.open, 'block');
    const kit = createKit({
      clock,
      agentTools: [tool],
      answers: [breaks([CALLS, { gate: begun.passed }])],
    });
    const reading = toEnd(kit.agent.run(prompt('Do it.')));
    await begun.passed;
    for (let tick = 0; tick < 5; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    kit.agent.interrupt('user-cancel');
    const events = await whileTimePasses(clock, reading);
    expect(resultOf(events).reason).toBe('interrupted-streaming');
    expect(shape(kit.conversation.messages)[0]).toMatch(/started, and may have partly taken effect/);
  });

  it('a tool that does not listen is waited for no longer than its grace', async () => {
    const clock = createFakeClock();
    const begun = gate();
    const deaf = {
      ...gatedTool('Tool', new Promise(() => {}), begun.open, 'cancel'),
      call: () => (begun.open(), new Promise<never>(() => {})),
    };
    const kit = createKit({
      clock,
      agentTools: [deaf],
      answers: [breaks([CALLS, { gate: begun.passed }]), says('Done.')],
    });
    const events = await whileTimePasses(clock, toEnd(kit.agent.run(prompt('Do it.'))));
    expect(resultOf(events).reason).toBe('completed');
    expect(clock.now()).toBeGreaterThanOrEqual(2000);
  });
});

describe('a stream that broke off', () => {
  it('is paid for', async () => {
    const clock = createFakeClock();
    const kit = createKit({ clock, answers: [breaks(['a']), breaks(['b']), says('Done.')] });
    const events = await whileTimePasses(clock, toEnd(kit.agent.run(prompt('Do it.'))));
    expect(resultOf(events).usage).toMatchObject({ inputTokens: 30, outputTokens: 15 });
  });

  it('is not asked for again once the person has interrupted the wait', async () => {
    const clock = createFakeClock();
    const kit = createKit({ clock, answers: [breaks(['a'])] });
    const reading = watching(kit.agent.run(prompt('Do it.')));
    await reading.until(({ type }) => type === 'retracted');
    kit.agent.interrupt('user-cancel');
    expect(resultOf(await reading.done).reason).toBe('interrupted-streaming');
    expect(clock.pendingTimers).toBe(0);
    expect(kit.provider.requests).toHaveLength(1);
  });

  it.each([
    [
      'the last attempt, which is not a stream, fails too',
      [breaks([]), breaks([]), breaks([]), breaks([])],
      4,
    ],
    ['asking again would not help', [breaks(['a'], { isRetryable: false })], 1],
    ['the server wants more patience than anyone has', [breaks(['a'], { retryAfterMs: 3_600_000 })], 1],
    ['nothing of it had come: the provider has tried already', [refuses({ isRetryable: true })], 1],
  ] as const)('ends the prompt where %s', async (_title, answers, requests) => {
    const clock = createFakeClock();
    const failed: string[] = [];
    const kit = createKit({
      clock,
      answers,
      hooks: hooksWith({ failed: async ({ message }) => void failed.push(message) }),
    });
    const events = await whileTimePasses(clock, toEnd(kit.agent.run(prompt('Do it.'))));
    expect(resultOf(events)).toMatchObject({ reason: 'model-error', turns: 0 });
    expect(resultOf(events).errors).toEqual(failed);
    expect(failed).toHaveLength(1);
    expect(kit.provider.requests).toHaveLength(requests);
    expect(shape(kit.conversation.messages)).toEqual(['user: Do it.']);
  });

  it('waits as long as the server asks', async () => {
    const clock = createFakeClock();
    const kit = createKit({ clock, answers: [breaks(['a'], { retryAfterMs: 30_000 }), says('Done.')] });
    const events = await whileTimePasses(clock, toEnd(kit.agent.run(prompt('Do it.'))));
    expect(events.find(({ type }) => type === 'retracted')).toMatchObject({ attempt: 1, delayMs: 30_000 });
    expect(clock.now()).toBe(30_000);
  });
});

describe('a provider that breaks its word', () => {
  const throwing: Answer = async function* answer(request, signal) {
    for await (const event of says(CALLS)(request, signal)) {
      if (event.type === 'message-end') throw new Error('a fault of its own');
      yield event;
    }
  };
  const mute: Answer = async function* answer(request, signal) {
    for await (const event of says(CALLS)(request, signal)) if (event.type !== 'message-end') yield event;
  };

  it('by throwing ends the prompt with the fault; what had happened is told', async () => {
    const begun = gate();
    const tool = gatedTool('Tool', Promise.resolve(), begun.open);
    const kit = createKit({ agentTools: [tool], answers: [throwing, says('Done.')] });
    const result = resultOf(await toEnd(kit.agent.run(prompt('Do it.'))));
    expect(result.reason).toBe('model-error');
    expect(result.errors).toEqual([
      'test/model could not be called, because its provider failed: a fault of its own',
    ]);
    expect(kit.agent.activity).toBe('idle');
    expect(resultOf(await toEnd(kit.agent.run(prompt('Again.')))).reason).toBe('completed');
    expect(shape(kit.conversation.messages).at(-1)).toBe('assistant: Done.');
  });

  it('by ending without an end is asked again', async () => {
    const clock = createFakeClock();
    const kit = createKit({ clock, agentTools: [ECHO], answers: [mute, says('Done.')] });
    const events = await whileTimePasses(clock, toEnd(kit.agent.run(prompt('Do it.'))));
    expect(events.find(({ type }) => type === 'retracted')).toMatchObject({
      failure: { kind: 'stream-cut' },
    });
    expect(shape(kit.conversation.messages)).toEqual(['user: Do it.', 'assistant: Done.']);
  });
});

describe('a message of the model', () => {
  it.each([
    ['without anything in it ends the prompt', streams([], 'end_turn'), []],
    ['with blank words only does as well', streams(['  '], 'end_turn'), []],
    ['that says it calls, and does not', streams(['Well.'], 'tool_use'), ['assistant: Well.']],
    ['whose calls have no id', streams([{ call: ['', 'Echo', {}] }], 'tool_use'), []],
  ] as const)('%s', async (_title, answer, said) => {
    const kit = createKit({ answers: [answer, says('Yes.')], agentTools: [ECHO] });
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(resultOf(events)).toMatchObject({ reason: 'completed', turns: 1 });
    expect(shape(kit.conversation.messages)).toEqual(['user: Do it.', ...said]);
    expect(resultOf(await toEnd(kit.agent.run(prompt('And?')))).reason).toBe('completed');
  });

  it('with two calls of one id has one of them, and one result', async () => {
    const kit = createKit({
      answers: [says({ call: ['a', 'Echo', { n: 1 }] }, { call: ['a', 'Echo', { n: 2 }] }), says('Done.')],
      agentTools: [ECHO],
    });
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(events.find(({ type }) => type === 'assistant')).toMatchObject({ content: [{ input: { n: 1 } }] });
    expect(shape(kit.conversation.messages)[1]).toBe('assistant: Echo#a');
    expect(shape(kit.conversation.messages)[2]).toBe('user: =a');
  });

  it('refused after calls ends the prompt with their results', async () => {
    const kit = createKit({
      answers: [streams([{ call: ['a', 'Echo', {}] }], 'refusal')],
      agentTools: [ECHO],
    });
    expect(resultOf(await toEnd(kit.agent.run(prompt('Do it.')))).reason).toBe('refused');
    expect(shape(kit.conversation.messages)[2]).toBe('user: =a');
  });

  it('that pauses for ever is asked again ten times', async () => {
    const kit = createKit({
      answers: Array.from({ length: 20 }, () => streams(['Searching'], 'pause_turn')),
    });
    const events = await toEnd(kit.agent.run(prompt('Search.')));
    expect(resultOf(events)).toMatchObject({ reason: 'completed', stopReason: 'pause_turn', turns: 11 });
    expect(transitionsOf(events).slice(1)).toEqual(Array.from({ length: 10 }, () => 'paused'));
  });
});

describe('a request that an API would refuse', () => {
  it('is mended, and the person is told', async () => {
    const broken: readonly ModelMessage[] = [
      { role: 'user', content: [{ type: 'text', text: 'Do it.' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Echo', input: {} }] },
      { role: 'user', content: [{ type: 'text', text: 'And?' }] },
    ];
    const kit = createKit({ answers: [says('Done.')] });
    Object.defineProperty(kit.conversation, 'messages', { get: () => broken });
    const events = await toEnd(kit.agent.run(prompt('And?')));
    expect(resultOf(events).reason).toBe('completed');
    expect(events.find(({ type }) => type === 'notice')).toMatchObject({
      message: expect.stringMatching(
        /^The conversation was repaired before it was sent: .*results are missing for a/,
      ),
    });
    expect(shape(kit.provider.requests[0]?.messages ?? [])[2]).toBe('user: =a! | And?');
  });
});

describe('a journal that takes nothing any more', () => {
  it('is told at once, before the model is asked', async () => {
    const kit = createKit({ answers: [says('Done.')] });
    kit.journal.breakWith('The disk is full.');
    const types: string[] = [];
    for await (const event of kit.agent.run(prompt('Do it.'))) {
      types.push(event.type === 'notice' ? event.message : event.type);
    }
    const told = types.findIndex((type) => type.includes('The disk is full.'));
    expect(told).toBeGreaterThan(-1);
    expect(told).toBeLessThan(types.indexOf('transition'));
  });
});

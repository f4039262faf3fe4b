import type { Asker, PermissionPolicy } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import {
  aborted,
  createKit,
  ECHO,
  gatedTool,
  prompt,
  resultOf,
  says,
  shape,
  toEnd,
  transitionsOf,
  watching,
  writesUntilAborted,
} from './support.ts';

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: () => resolve() };
}

const OVER = { kind: 'stopped', message: 'its time is over' } as const;

describe('an interrupt by the person, or by a program that says why', () => {
  it.each([
    ['user-cancel' as const, /interrupted you before you had finished/],
    [OVER, /\[You were stopped: its time is over\. You had not finished/],
  ])(
    'while the model writes keeps what was whole of its words, and says so to the model',
    async (why, expected) => {
      const begun = gate();
      const kit = createKit({ answers: [writesUntilAborted(['A thought.'], begun.open), says('Again.')] });
      const reading = toEnd(kit.agent.run(prompt('Do it.')));
      await begun.passed;
      kit.agent.interrupt(why);
      const events = await reading;
      expect(resultOf(events).reason).toBe('interrupted-streaming');
      expect(events.find(({ type }) => type === 'assistant')).toMatchObject({ isCut: true });
      const said = shape(kit.conversation.messages);
      expect(said.slice(0, 2)).toEqual(['user: Do it.', 'assistant: A thought. | half a wo']);
      expect(said[2]).toMatch(expected);
      expect(resultOf(await toEnd(kit.agent.run(prompt('Go on.')))).reason).toBe('completed');
      expect(shape(kit.conversation.messages).at(-1)).toBe('assistant: Again.');
    },
  );

  it.each([
    ['user-cancel' as const, /^user: =a! \| =b \| \[The user interrupted you while tools/],
    [OVER, /^user: =a! \| =b \| \[You were stopped: its time is over\. Tools were running/],
  ])(
    'while tools run stops them all, each with its result, and says so to the model',
    async (why, expected) => {
      const begun = gate();
      const slow = gatedTool('Slow', new Promise(() => {}), begun.open);
      const kit = createKit({
        answers: [says({ call: ['a', 'Slow', {}] }, { call: ['b', 'Echo', {}] }), says('Again.')],
        agentTools: [slow, ECHO],
      });
      const reading = watching(kit.agent.run(prompt('Do it.')));
      await Promise.all([begun.passed, reading.until(({ type }) => type === 'assistant')]);
      kit.agent.interrupt(why);
      const events = await reading.done;
      expect(resultOf(events).reason).toBe('interrupted-tools');
      expect(shape(kit.conversation.messages)[2]).toMatch(expected);
      expect(resultOf(await toEnd(kit.agent.run(prompt('Go on.')))).reason).toBe('completed');
    },
  );

  it('cancels a call that began in an open stream, and leaves out the one that was not whole', async () => {
    const begun = gate();
    const tool = gate();
    const slow = gatedTool('Slow', new Promise(() => {}), tool.open);
    const kit = createKit({
      answers: [writesUntilAborted([{ call: ['a', 'Slow', {}] }], begun.open)],
      agentTools: [slow],
    });
    const reading = toEnd(kit.agent.run(prompt('Do it.')));
    await Promise.all([begun.passed, tool.passed]);
    kit.agent.interrupt('user-cancel');
    expect(resultOf(await reading).reason).toBe('interrupted-streaming');
    expect(shape(kit.conversation.messages)[2]).toMatch(/^user: =a! \| \[The user interrupted you before/);
  });
});

describe('a message of the person meanwhile', () => {
  it('cancels tools that may be canceled, lets the others finish, and reaches the model without a note', async () => {
    const block = gate();
    const begun = [gate(), gate()];
    const stays = gatedTool('Stays', block.passed, () => begun[0]?.open(), 'block');
    const goes = gatedTool('Goes', new Promise(() => {}), () => begun[1]?.open(), 'cancel');
    const kit = createKit({
      answers: [says({ call: ['a', 'Stays', {}] }, { call: ['b', 'Goes', {}] }), says('Yes.')],
      agentTools: [stays, goes],
    });
    const reading = watching(kit.agent.run(prompt('Do it.')));
    await Promise.all([
      ...begun.map(({ passed }) => passed),
      reading.until(({ type }) => type === 'assistant'),
    ]);
    expect(kit.agent.send(prompt('And hurry.'))).toBe(true);
    await new Promise<void>((resolve) => setImmediate(resolve));
    block.open();
    const events = await reading.done;
    expect(transitionsOf(events)).toEqual(['prompt', 'user-message']);
    expect(resultOf(events).reason).toBe('completed');
    expect(shape(kit.conversation.messages)).toEqual([
      'user: Do it.',
      'assistant: Stays#a | Goes#b',
      'user: =a | =b! | And hurry.',
      'assistant: Yes.',
    ]);
  });

  it('waits while the model is writing, and then goes with the results', async () => {
    const writing = gate();
    const begun = gate();
    const echo = { ...ECHO, call: async () => (begun.open(), { data: 'echo' }) };
    const kit = createKit({
      answers: [says({ call: ['a', 'Echo', {}] }, { gate: writing.passed }, 'more'), says('Yes.')],
      agentTools: [echo],
    });
    const reading = toEnd(kit.agent.run(prompt('Do it.')));
    await begun.passed;
    kit.agent.send(prompt('And hurry.'));
    writing.open();
    expect(transitionsOf(await reading)).toEqual(['prompt', 'user-message']);
    expect(shape(kit.conversation.messages)[2]).toBe('user: =a | And hurry.');
  });

  it('goes on with a prompt that would have been done', async () => {
    const writing = gate();
    const kit = createKit({ answers: [says('One.', { gate: writing.passed }), says('Two.')] });
    const events = kit.agent.run(prompt('1'));
    const reading = toEnd(events);
    await new Promise<void>((resolve) => setImmediate(resolve));
    kit.agent.send(prompt('2'));
    writing.open();
    expect(transitionsOf(await reading)).toEqual(['prompt', 'user-message']);
    expect(kit.agent.send(prompt('3'))).toBe(false);
  });

  it('that came too late for the prompt is there to be taken', async () => {
    const begun = gate();
    const kit = createKit({ answers: [writesUntilAborted(['A'], begun.open)] });
    const reading = toEnd(kit.agent.run(prompt('1')));
    await begun.passed;
    kit.agent.send(prompt('2'));
    kit.agent.interrupt('user-cancel');
    await reading;
    expect(kit.agent.takeWaiting()).toEqual([prompt('2')]);
    expect(kit.agent.takeWaiting()).toEqual([]);
  });
});

describe('the end of the program', () => {
  it('stops what runs when the reader leaves, and waits for it', async () => {
    const begun = gate();
    let hasEnded = false;
    const slow = {
      ...gatedTool('Slow', new Promise(() => {}), begun.open),
      async call(_input: unknown, { signal }: { readonly signal: AbortSignal }) {
        begun.open();
        await aborted(signal);
        hasEnded = true;
        throw new Error('stopped');
      },
    };
    const kit = createKit({ answers: [says({ call: ['a', 'Slow', {}] })], agentTools: [slow] });
    for await (const event of kit.agent.run(prompt('Do it.'))) {
      if (
        event.type === 'engine' &&
        event.event.type === 'call-state' &&
        event.event.status === 'executing'
      ) {
        await begun.passed;
        break;
      }
    }
    expect(hasEnded).toBe(true);
    expect(kit.agent.activity).toBe('idle');
    expect(shape(kit.conversation.messages)[2]).toBe('user: =a!');
  });
});

describe('what the agent does now', () => {
  it('is told: running, waiting for a person, running, idle', async () => {
    const asker: Asker = {
      push: (_request, answer) => setImmediate(() => answer({ behavior: 'allow' })),
      remove() {},
      update() {},
    };
    const policy: PermissionPolicy = {
      decide: () => ({ behavior: 'ask', by: 'default', reason: 'it asks', remedy: 'Say so.' }),
    };
    const answers = [says({ call: ['a', 'Echo', {}] }), says('Done.')];
    const kit = createKit({ answers, agentTools: [ECHO], asker, policy });
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    const states = events.flatMap((event) => (event.type === 'activity' ? [event.activity] : []));
    expect(states).toEqual(['running', 'requires-action', 'running', 'idle']);
    expect(resultOf(events)).toMatchObject({ reason: 'completed', denials: [] });
  });

  it.each([
    ['without a word ends the prompt', undefined, 'declined', 1],
    ['with words goes on', 'Not this one.', 'completed', 2],
  ] as const)('declining %s', async (_what, feedback, reason, turns) => {
    const asker: Asker = {
      push: (_request, answer) => answer({ behavior: 'deny', ...(feedback !== undefined && { feedback }) }),
      remove() {},
      update() {},
    };
    const policy: PermissionPolicy = {
      decide: () => ({ behavior: 'ask', by: 'default', reason: 'it asks', remedy: 'Say so.' }),
    };
    const answers = [says({ call: ['a', 'Echo', {}] }), says('Done.')];
    const kit = createKit({ answers, agentTools: [ECHO], asker, policy });
    const result = resultOf(await toEnd(kit.agent.run(prompt('Do it.'))));
    expect(result).toMatchObject({ reason, turns, denials: [{ toolName: 'Echo', callId: 'a', input: {} }] });
  });
});

import { describe, expect, it } from 'vitest';
import { readConversation } from '../../src/conversation/read-conversation.ts';
import { whileTimePasses } from './faulty-session.ts';
import { brief, echo, fills, kitOf } from './full-window.ts';
import { createFakeClock, prompt, resultOf, says, toEnd, transitionsOf, USAGE } from './support.ts';

describe('a summary that the person wants', () => {
  it('is made now, minds what they say, and costs what it tells', async () => {
    const kit = kitOf([says('x'.repeat(4000)), says('What there was.')]);
    await toEnd(kit.agent.run(prompt('Hello.')));
    const events = await toEnd(kit.agent.compact('Mind the tests.'));
    expect(events.map(({ type }) => type)).toEqual([
      'activity',
      'compaction',
      'compaction',
      'compacted',
      'activity',
    ]);
    expect(events[3]).toMatchObject({ trigger: 'manual', usage: USAGE });
    expect(JSON.stringify(kit.provider.requests[1]?.messages.at(-1))).toMatch(/Mind the tests\./);
    expect(brief(kit.conversation.messages)).toEqual(['user: SUMMARY What there was.']);
    expect(kit.agent.activity).toBe('idle');
    // How full the window was tells nothing of what it is now.
    expect((await readConversation(kit.journal.entries, kit.store)).lastEnd).toBeUndefined();
  });

  it('counts towards the budget, and is none once that is used up', async () => {
    const held: string[] = [];
    const kit = kitOf([says('x'.repeat(4000)), says('What there was.'), says('Never.')], {
      price: { input: 1000, output: 1000 },
      budget: {
        limitUsd: 0.04,
        reserve: () => {
          held.push('held');
          return Promise.resolve(() => void held.push('free'));
        },
      },
    });
    await toEnd(kit.agent.run(prompt('Hello.')));
    const before = kit.agent.spentUsd.total;
    held.length = 0;
    await toEnd(kit.agent.compact());
    expect(held).toEqual(['held', 'free']);
    expect(kit.agent.spentUsd).toEqual({ total: 2 * before, current: 0 });
    const poor = kitOf([says('x'.repeat(4000)), says('Never.')], {
      price: { input: 1000, output: 1000 },
      budget: { limitUsd: 0.04, spentUsd: () => (poor.provider.requests.length === 0 ? 0 : 0.04) },
    });
    await toEnd(poor.agent.run(prompt('Hello.')));
    expect(await toEnd(poor.agent.compact())).toContainEqual({
      type: 'notice',
      message: "The conversation was not compacted: the session's budget is used up.",
    });
    expect(poor.provider.requests).toHaveLength(1);
  });

  it('ends a prompt that wants one as the budget does, if that is used up', async () => {
    const kit = kitOf([says('x'.repeat(4000)), says('Never.')], {
      expand: (said) =>
        Promise.resolve(
          JSON.stringify(said).includes('/compact')
            ? { kind: 'compact', instructions: undefined }
            : { kind: 'prompt', prompt: said, following: [] },
        ),
      price: { input: 1000, output: 1000 },
      budget: { limitUsd: 0.04, spentUsd: () => (kit.provider.requests.length === 0 ? 0 : 0.04) },
    });
    await toEnd(kit.agent.run(prompt('Hello.')));
    expect(resultOf(await toEnd(kit.agent.run(prompt('/compact'))))).toMatchObject({
      reason: 'max-budget',
      errors: [
        "The conversation was not compacted: the session's budget is used up.",
        'The limit of 0.04 US dollars has been reached.',
      ],
    });
    expect(kit.provider.requests).toHaveLength(1);
  });

  it('is none where nothing has been said', async () => {
    const kit = kitOf([]);
    const events = await toEnd(kit.agent.compact());
    expect(events.map(({ type }) => type)).toEqual(['activity', 'notice', 'activity']);
    expect(kit.conversation.messages).toEqual([]);
  });

  it('is none because of what the answer to the command says', async () => {
    const expand = () => Promise.resolve({ kind: 'compact', instructions: undefined } as const);
    const kit = kitOf([], { expand });
    expect(resultOf(await toEnd(kit.agent.run(prompt('/compact'))))).toMatchObject({
      reason: 'completed',
      text: 'The conversation was not compacted: there is nothing to compact.',
    });
  });

  it('leaves all as it is when it is interrupted', async () => {
    const kit = kitOf([
      says('Hello.'),
      async function* answer() {
        kit.agent.interrupt('user-cancel');
        yield { type: 'failed', failure: { kind: 'aborted', message: 'Aborted.', isRetryable: false } };
      },
    ]);
    await toEnd(kit.agent.run(prompt('Hello.')));
    const events = await toEnd(kit.agent.compact());
    expect(events.map(({ type }) => type)).toEqual(['activity', 'compaction', 'compaction', 'activity']);
    expect(events[2]).toMatchObject({ status: 'failed' });
    expect(brief(kit.conversation.messages)).toEqual(['user: Hello.', 'assistant: Hello.']);
  });
});

describe('what the person does while a summary is made', () => {
  it('words reach the model after it', async () => {
    const kit = kitOf([
      fills([echo('a')]),
      async function* answer(request, signal) {
        kit.agent.send(prompt('And hurry.'));
        yield* says('What there was.')(request, signal);
      },
      says('Yes.'),
      says('Done.'),
    ]);
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(transitionsOf(events)).toEqual(['prompt', 'tool-results', 'user-message']);
    expect(brief(kit.conversation.messages)).toEqual([
      'user: SUMMARY What there was.',
      'assistant: Yes.',
      'user: And hurry.',
      'assistant: Done.',
    ]);
  });

  it('an interrupt ends the prompt, and nothing is lost', async () => {
    const clock = createFakeClock();
    const kit = kitOf(
      [
        fills([echo('a')]),
        async function* answer() {
          kit.agent.interrupt('user-cancel');
          yield { type: 'failed', failure: { kind: 'aborted', message: 'Aborted.', isRetryable: false } };
        },
      ],
      { clock },
    );
    const events = await whileTimePasses(clock, toEnd(kit.agent.run(prompt('Do it.'))));
    expect(resultOf(events)).toMatchObject({ reason: 'interrupted-streaming', errors: [] });
    expect(brief(kit.conversation.messages)[2]).toMatch(/^user: =a \| \[The user interrupted you before/);
  });
});

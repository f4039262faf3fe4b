import { describe, expect, it } from 'vitest';
import { readConversation } from '../../src/conversation/read-conversation.ts';
import { brief, echo, fills, kitOf, TOO_LONG } from './full-window.ts';
import { hooksWith } from './hooks.ts';
import {
  breaks,
  prompt,
  refuses,
  resultOf,
  says,
  shape,
  streams,
  toEnd,
  transitionsOf,
  USAGE,
} from './support.ts';

describe('a conversation that fills the window', () => {
  it('becomes a summary, and goes on with what was said last', async () => {
    const kit = kitOf([fills(['Well.', echo('a')]), says('What there was.'), says('Done.')]);
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(transitionsOf(events)).toEqual(['prompt', 'tool-results']);
    expect(events.find(({ type }) => type === 'compacted')).toMatchObject({ trigger: 'auto', usage: USAGE });
    expect(kit.provider.requests[1]).toMatchObject({ toolChoice: 'none' });
    expect(brief(kit.conversation.messages)).toEqual(['user: SUMMARY What there was.', 'assistant: Done.']);
    expect(resultOf(events)).toMatchObject({ reason: 'completed', turns: 2 });
    // The summary is paid for as well.
    expect(resultOf(events).usage).toMatchObject({ inputTokens: 9000 + 10 + 10 });
    const kept = await readConversation(kit.journal.entries, kit.store);
    expect(kept.lastEnd?.usage).toEqual(USAGE);
    expect(JSON.stringify(kept.messages)).toBe(JSON.stringify(kit.conversation.messages));
  });

  it('keeps the end word for word, results with their calls', async () => {
    const long = 'x'.repeat(20_000);
    const kit = kitOf([
      says(long, echo('a')),
      fills(['Next.', echo('b')]),
      says('What there was.'),
      says('Done.'),
    ]);
    await toEnd(kit.agent.run(prompt('Do it.')));
    expect(brief(kit.conversation.messages)).toEqual([
      'user: SUMMARY What there was.',
      'assistant: Next. | Echo#b',
      'user: =b',
      'assistant: Done.',
    ]);
  });

  it('keeps words that no one has read yet', async () => {
    const kit = kitOf([fills(['Hello.'], 'end_turn'), says('What there was.'), says('Done.')]);
    await toEnd(kit.agent.run(prompt('Hello.')));
    await toEnd(kit.agent.run(prompt(`Read this: ${'x'.repeat(8000)}`)));
    expect(brief(kit.conversation.messages)).toEqual([
      'user: SUMMARY What there was. | Read this: xxx',
      'assistant: Done.',
    ]);
    // They are the person's still, in the journal as well.
    const [, words] = kit.conversation.messages[0]?.content ?? [];
    expect(words).toMatchObject({ type: 'text', text: expect.stringMatching(/^Read this: /) });
    const origins = kit.journal.entries.flatMap((entry) => (entry.type === 'user' ? [entry.origin] : []));
    expect(origins).toEqual(['person', 'person', 'person']);
  });

  it('knows from prompt to prompt how full it is', async () => {
    const kit = kitOf([fills(['Hello.'], 'end_turn'), says('What there was.'), says('Done.')]);
    await toEnd(kit.agent.run(prompt('Hello.')));
    const events = await toEnd(kit.agent.run(prompt('Again.')));
    expect(events.some(({ type }) => type === 'compacted')).toBe(true);
  });

  it.each([
    [{ ...USAGE, inputTokens: 9000 }, true],
    [USAGE, false],
    [undefined, false],
  ])('that goes on after a last answer of %j is made shorter at once: %s', async (lastUsage, isCompacted) => {
    const kit = kitOf([says('One.'), says('Two.')], { lastUsage });
    await kit.conversation.addUser([{ type: 'text', text: 'Hello.' }], 'person');
    const draft = kit.conversation.beginAssistant('before');
    await draft.block({ type: 'text', text: 'Hello.' });
    await draft.end({ model: 'test/model', stopReason: 'end_turn', usage: USAGE, isCut: false });
    const events = await toEnd(kit.agent.run(prompt('Again.')));
    expect(events.some(({ type }) => type === 'compacted')).toBe(isCompacted);
  });

  it('is left alone where what never changes fills the window by itself', async () => {
    const kit = kitOf([
      fills([echo('a')]),
      says('What there was.'),
      fills([echo('b')]),
      fills([echo('c')]),
      says('Done.'),
    ]);
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(events.filter(({ type }) => type === 'compacted')).toHaveLength(1);
    expect(resultOf(events).reason).toBe('completed');
  });

  it('stays as it is where a hook says so, and the hook says why', async () => {
    const kit = kitOf([fills([echo('a')]), says('Done.')], {
      hooks: hooksWith({ compacting: () => Promise.resolve({ block: 'Not now.', instructions: [] }) }),
    });
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(events).toContainEqual({
      type: 'notice',
      message: 'The conversation was not compacted: Not now.',
    });
    expect(brief(kit.conversation.messages)[0]).toBe('user: Do it.');
  });

  it('ends the work where a hook beside it wants that', async () => {
    let wanted: string | undefined;
    const kit = kitOf([fills([echo('a')]), says('What there was.'), says('Done.')], {
      hooks: hooksWith({
        compacted() {
          wanted = 'Enough.';
          return Promise.resolve([]);
        },
        stopWanted: () => wanted,
      }),
    });
    const result = resultOf(await toEnd(kit.agent.run(prompt('Do it.'))));
    expect(result).toMatchObject({ reason: 'hook-stopped', errors: ['Enough.'] });
  });

  it('hears what hooks want of the summary and after it', async () => {
    const kit = kitOf([fills([echo('a')]), says('What there was.'), says('Done.')], {
      hooks: hooksWith({
        compacting: () => Promise.resolve({ block: undefined, instructions: ['Mind the names.'] }),
        compacted: (_trigger, summary) =>
          Promise.resolve([`Of ${summary.length > 20 ? 'some' : 'no'} length.`]),
      }),
    });
    await toEnd(kit.agent.run(prompt('Do it.')));
    expect(JSON.stringify(kit.provider.requests[1]?.messages.at(-1))).toMatch(/Mind the names\./);
    expect(brief(kit.conversation.messages)[0]).toBe('user: SUMMARY What there was. | Of some length.');
  });
});

describe('a summary that can not be had', () => {
  it('is asked for again where the stream broke off', async () => {
    const kit = kitOf([fills([echo('a')]), breaks(['What']), says('What there was.'), says('Done.')]);
    await toEnd(kit.agent.run(prompt('Do it.')));
    expect(brief(kit.conversation.messages)[0]).toBe('user: SUMMARY What there was.');
  });

  it.each(['network', 'authentication', 'rate-limit'] as const)(
    'because of %s leaves the conversation as it is',
    async (kind) => {
      const kit = kitOf([fills([echo('a')]), refuses({ kind, message: 'Not now.' }), says('Done.')]);
      const events = await toEnd(kit.agent.run(prompt('Do it.')));
      expect(events).toContainEqual({
        type: 'notice',
        message: 'The conversation was not compacted: Not now.',
      });
      expect(brief(kit.conversation.messages)).toEqual([
        'user: Do it.',
        'assistant: Echo#a',
        'user: =a',
        'assistant: Done.',
      ]);
    },
  );

  it.each([
    ['the model says nothing', streams([], 'end_turn')],
    ['the server refuses the request', refuses({ kind: 'invalid-request' })],
  ])('because %s becomes an outline of what the person has said', async (_title, answer) => {
    const kit = kitOf([fills([echo('a')]), answer, says('Done.')]);
    await toEnd(kit.agent.run(prompt('Do it.')));
    expect(brief(kit.conversation.messages)[0]).toBe('user: SUMMARY - Do it.');
  });
});

describe('a conversation that is too long for the API', () => {
  it('is asked about by halves until one fits', async () => {
    const kit = kitOf([
      ...['a', 'b', 'c', 'd', 'e'].map((id) => says('x'.repeat(9000), echo(id))),
      TOO_LONG,
      TOO_LONG,
      TOO_LONG,
      says('The last part.'),
      says('Done.'),
    ]);
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(transitionsOf(events).at(-1)).toBe('compacted');
    expect(kit.provider.requests.slice(6, 9).map(({ messages }) => messages.length)).toEqual([11, 5, 3]);
    expect(brief(kit.conversation.messages)).toEqual(['user: SUMMARY The last part.', 'assistant: Done.']);
    expect(resultOf(events)).toMatchObject({ reason: 'completed', turns: 6 });
  });

  it('keeps nothing word for word where the first summary did not help', async () => {
    const kit = kitOf([
      says('x'.repeat(9000), echo('a')),
      says('Next.', echo('b')),
      TOO_LONG,
      says('First.'),
      TOO_LONG,
      says('Second.'),
      says('Done.'),
    ]);
    await toEnd(kit.agent.run(prompt('Do it.')));
    expect(shape(kit.provider.requests[4]?.messages ?? []).slice(1)).toEqual([
      'assistant: Next. | Echo#b',
      'user: =b',
    ]);
    expect(brief(kit.conversation.messages)).toEqual(['user: SUMMARY Second.', 'assistant: Done.']);
  });

  it('ends where it can not be made shorter, and says why', async () => {
    const answers = [TOO_LONG, says('First.'), TOO_LONG, says('Second.'), TOO_LONG, says('Later.')];
    const failed: string[] = [];
    const kit = kitOf(answers, {
      hooks: hooksWith({ failed: async ({ kind }) => void failed.push(kind) }),
    });
    const result = resultOf(await toEnd(kit.agent.run(prompt('Do it.'))));
    expect(result.reason).toBe('too-long');
    expect(result.errors[0]).toBe('It is too long.');
    expect(failed).toEqual(['too-long']);
    expect(resultOf(await toEnd(kit.agent.run(prompt('Short.')))).reason).toBe('completed');
  });

  it('does not go on for ever where the model says so itself', async () => {
    const full = streams(['Well.'], 'model_context_window_exceeded');
    const kit = kitOf(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? full : says('What there was.'))),
    );
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(transitionsOf(events)).toEqual(['prompt', 'compacted', 'compacted']);
    expect(resultOf(events).reason).toBe('too-long');
  });

  it('ends as what it is when no summary can be had now, with nothing lost', async () => {
    const kit = kitOf([TOO_LONG, refuses({ kind: 'network', message: 'No way there.' })]);
    const result = resultOf(await toEnd(kit.agent.run(prompt('Do it.'))));
    expect(result).toMatchObject({ reason: 'too-long', turns: 0 });
    expect(brief(kit.conversation.messages)).toEqual(['user: Do it.']);
  });
});

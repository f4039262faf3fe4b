import { describe, expect, it } from 'vitest';
import {
  buildConversation,
  checkPairing,
  markedText,
  readSession,
  type JournalEntry,
} from '../../src/index.ts';
import { createKit, ofType, runAll, toolOf, type KitOptions } from '../support/kit.ts';

const one = [{ id: 'c', name: 'Any', input: {} }];

/** What follows the results of each message, and what the journal then holds. */
async function follow(options: KitOptions) {
  const kit = createKit([toolOf('Any')], options);
  const events = await runAll(kit, one);
  const entries = (await kit.journal.read()).entries;
  return { context: ofType(events, 'message').map((event) => event.additionalContext), entries, kit };
}

function waiting(...texts: string[]): { readonly attachments: () => string[] } {
  return { attachments: () => texts.splice(0) };
}

describe('what is attached to a message', () => {
  it('comes after what hooks add', async () => {
    const { context } = await follow({
      ...waiting('attached'),
      hooks: [{ event: 'PostToolUse', name: 'h', run: () => ({ additionalContext: 'of a hook' }) }],
    });
    expect(context).toEqual([['of a hook', 'attached']]);
  });

  it('stands in what is sent, marked as whose it is, again when the message is fed again', async () => {
    const kit = { attachments: () => ['one', { text: 'two', speaker: 'task' as const }, ' '] };
    const first = createKit([toolOf('Any')], kit);
    const [message] = ofType(await runAll(first, one), 'message');
    expect(message?.message.content).toEqual([
      ...(message?.results ?? []),
      { type: 'text', text: '<not-from-user source="hook">\none\n</not-from-user>' },
      { type: 'text', text: '<not-from-user source="background task">\ntwo\n</not-from-user>' },
    ]);
    expect(message?.results).toHaveLength(1);
    expect(message?.additionalContext).toEqual(['one', 'two', ' ']);
    const entries = readSession((await first.journal.read()).entries);
    const again = createKit([toolOf('Any')], { store: first.store, resume: entries });
    expect(ofType(await runAll(again, one), 'message')[0]?.message).toEqual(message?.message);
    const conversation = await buildConversation(entries, first.store);
    expect(conversation[1]?.content).toEqual(message?.message.content);
  });

  it('is nothing where asking throws', async () => {
    const attachments = (): never => {
      throw new Error('no');
    };
    const { context, entries } = await follow({ attachments });
    expect(context).toEqual([[]]);
    expect(entries.find(({ type }) => type === 'message')).not.toHaveProperty('additionalContext');
  });

  it.each([
    ['short', 'done'],
    ['too long for a line', 'x'.repeat(9_000)],
  ])('is the same when the message is fed again, and in the conversation: %s', async (_title, text) => {
    const first = await follow(waiting(text));
    const again = await follow({
      ...waiting('new'),
      store: first.kit.store,
      resume: readSession(first.entries),
    });
    expect(first.context).toEqual([[text]]);
    expect(again.context).toEqual([[text]]);
    const conversation = await buildConversation(readSession(first.entries), first.kit.store);
    expect(conversation[1]?.content.at(-1)).toEqual({ type: 'text', text: markedText(text, 'hook') });
    expect(checkPairing(conversation)).toEqual([]);
  });

  it('is left out of the conversation where the line holds something else', async () => {
    const { entries, kit } = await follow(waiting('done'));
    const broken = entries.map((entry): JournalEntry =>
      entry.type === 'message' ? { ...entry, additionalContext: { text: '{"no":"list"}' } } : entry,
    );
    const conversation = await buildConversation(readSession(broken), kit.store);
    expect(conversation[1]?.content).toHaveLength(1);
  });

  it('is not asked for by a plan', async () => {
    const texts = ['kept'];
    const kit = createKit([toolOf('Any')], { attachments: () => texts.splice(0) });
    await kit.runtime.planBatches(one);
    expect(texts).toEqual(['kept']);
  });
});

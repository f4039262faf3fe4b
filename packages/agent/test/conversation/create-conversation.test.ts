import { describe, expect, it } from 'vitest';
import { createFakeClock, createMemoryJournal, createMemoryStore } from '@sluice/core';
import { createConversation } from '../../src/conversation/create-conversation.ts';
import { markedText } from '../../src/conversation/marked-text.ts';
import { readConversation } from '../../src/conversation/read-conversation.ts';

const USAGE = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
const END = { model: 'some/model', stopReason: 'end_turn', usage: USAGE, isCut: false };
const text = (said: string) => ({ type: 'text' as const, text: said });

function kit() {
  const journal = createMemoryJournal();
  const store = createMemoryStore();
  return { journal, store, conversation: createConversation({ journal, store, clock: createFakeClock() }) };
}

describe('a conversation', () => {
  it('does not begin anew where what it goes on from was not waited for', async () => {
    const { journal, store, conversation } = kit();
    await conversation.addUser([text('one')], 'person');
    const { entries } = await journal.read();
    const options = { journal, store, clock: createFakeClock() };
    const promise: unknown = readConversation(entries, store);
    for (const wrong of [promise, null, {}, { list: 1 }]) {
      const given: object = { ...options, resumed: wrong };
      expect(() => Reflect.apply(createConversation, undefined, [given])).toThrow(/awaited/);
    }
    await promise;
    const resumed = await readConversation(entries, store);
    expect(createConversation({ ...options, resumed }).messages).toHaveLength(1);
  });

  it('keeps the objects of earlier messages while it grows', async () => {
    const { conversation } = kit();
    await conversation.addUser([text('one')], 'person');
    await conversation.beginAssistant('m1').end(END);
    const draft = conversation.beginAssistant('m2');
    await draft.block(text('two'));
    await draft.end(END);
    const before = [...conversation.messages];
    await conversation.addUser([text('three')], 'person');
    await conversation.addUser([text('four')], 'hook');
    expect(conversation.messages).toHaveLength(3);
    expect(before.every((message, index) => message === conversation.messages[index])).toBe(true);
    expect(conversation.messages[2]?.content).toEqual([text('three'), text(markedText('four', 'hook'))]);
  });

  it('holds what is said to an open message until its results are there', async () => {
    const { conversation, journal, store } = kit();
    await conversation.addUser([text('go')], 'person');
    const draft = conversation.beginAssistant('m1');
    draft.call({ type: 'tool_use', id: 'a', name: 'Read', input: {} });
    await conversation.addUser([text('wait')], 'person');
    await draft.end(END);
    expect(conversation.messages).toHaveLength(1);
    const result = { type: 'tool_result', tool_use_id: 'a', content: 'x', is_error: false } as const;
    conversation.addResults(
      'm1',
      [result],
      [
        { text: 'how to', speaker: 'tool', toolName: 'Skill' },
        { text: 'context', speaker: 'hook' },
      ],
    );
    expect(conversation.messages.at(-1)?.content).toEqual([
      result,
      text('<not-from-user source="tool Skill">\nhow to\n</not-from-user>'),
      text(markedText('context', 'hook')),
      text('wait'),
    ]);
    expect(conversation.resultChars).toBe(1);
    // The engine writes the call only now; what was said has its place all the same.
    journal.append({
      v: 1,
      time: 0,
      type: 'received',
      messageId: 'm1',
      callId: 'a',
      name: 'Read',
      input: { text: '{}' },
    });
    const { messages } = await readConversation(journal.entries, store);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  it('says why the journal could not be written, and goes on', async () => {
    const { conversation, journal } = kit();
    journal.breakWith('No space is left.');
    expect(await conversation.addUser([text('one')], 'person')).toMatch(/No space is left\./);
    const draft = conversation.beginAssistant('m1');
    expect(await draft.block(text('two'))).toMatch(/No space is left\./);
    expect(await draft.end(END)).toMatch(/No space is left\./);
    expect(await conversation.compact('short', undefined, 'manual')).toMatch(/No space is left\./);
    expect(conversation.messages).toEqual([
      { role: 'user', content: [text(markedText('short', 'summary'))] },
    ]);
  });

  it('says why a long text could not be saved; a summary that is not kept replaces nothing in the journal', async () => {
    const { conversation, journal, store } = kit();
    await conversation.addUser([text('one')], 'person');
    store.breakWith('full');
    const long = 'long '.repeat(3000);
    expect(await conversation.compact(long, undefined, 'auto')).toMatch(/is full/);
    expect(journal.entries.map(({ type }) => type)).toEqual(['user']);
    expect(await conversation.addUser([text(long)], 'person')).toMatch(/is full/);
    const { messages } = await readConversation(journal.entries, store);
    expect(messages).toEqual([
      { role: 'user', content: [text('one'), text(expect.stringMatching(/could not be saved/))] },
    ]);
  });

  it.each([
    ['an empty summary', ' ', undefined, /its summary is empty/],
    ['a message that it has not', 'short', 'm9', /it has no message m9/],
  ])('is not made shorter by %s', async (_title, summary, keptFrom, problem) => {
    const { conversation, journal } = kit();
    await conversation.addUser([text('one')], 'person');
    expect(await conversation.compact(summary, keptFrom, 'auto')).toMatch(problem);
    expect(conversation.messages).toEqual([{ role: 'user', content: [text('one')] }]);
    expect(journal.entries).toHaveLength(1);
  });

  it('writes lines in the order in which it is told, though long texts are stored before', async () => {
    const { conversation, journal } = kit();
    const writes = [
      conversation.addUser([text('long '.repeat(3000))], 'person'),
      conversation.addUser([text('short')], 'hook'),
      conversation.compact('summary', undefined, 'auto'),
    ];
    expect(await Promise.all(writes)).toEqual([undefined, undefined, undefined]);
    expect(journal.entries.map((entry) => ('origin' in entry ? entry.origin : entry.type))).toEqual([
      'person',
      'hook',
      'compacted',
    ]);
  });
});

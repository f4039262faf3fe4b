import { createMemoryJournal, createMemoryStore, systemClock, type JournalEntry } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { createConversation } from '../../src/conversation/create-conversation.ts';
import { readConversation } from '../../src/conversation/read-conversation.ts';

const USAGE = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
const ENDED = { model: 'some/model', stopReason: 'tool_use', usage: USAGE };
const END = { ...ENDED, stopReason: 'end_turn', isCut: false };

function kit() {
  const [journal, store] = [createMemoryJournal(), createMemoryStore()];
  return { journal, store, conversation: createConversation({ journal, store, clock: systemClock }) };
}

type Line = JournalEntry extends infer Entry
  ? Entry extends JournalEntry
    ? Omit<Entry, 'v' | 'time'>
    : never
  : never;

describe('bugs that others had with conversations (reliability.md D)', () => {
  it('55: results of parallel calls are all read back, in call order, whatever lines lie between', async () => {
    const { journal, store } = kit();
    const of = (callId: string) => ({ messageId: 'm', callId });
    const settled = (callId: string): Line => ({
      type: 'settled',
      ...of(callId),
      outcome: 'ok',
      isError: false,
      content: { text: JSON.stringify(callId) },
      record: {},
    });
    const received = (callId: string): Line => ({
      type: 'received',
      ...of(callId),
      name: 'Read',
      input: { text: '{}' },
    });
    const hook: Line = {
      type: 'hook',
      ...of('b'),
      event: 'PostToolUse',
      hook: 'check',
      outcome: 'ok',
      durationMs: 1,
      said: {},
    };
    const lines: readonly Line[] = [
      { type: 'user', origin: 'person', content: { text: '"Do it."' } },
      received('a'),
      received('b'),
      hook,
      received('c'),
      settled('c'),
      { type: 'assistant', messageId: 'm', ...ENDED },
      { type: 'interrupt', reason: 'user-message' },
      settled('b'),
      hook,
      settled('a'),
      { type: 'message', messageId: 'm' },
    ];
    for (const line of lines) journal.append({ v: 1, time: 0, ...line });
    const { messages } = await readConversation(journal.entries, store);
    expect(messages[2]?.content).toMatchObject(
      ['a', 'b', 'c'].map((id) => ({ tool_use_id: id, content: id, is_error: false })),
    );
  });

  it('57: no text goes out with half a character, live or read back', async () => {
    const { conversation, journal, store } = kit();
    const half = 'a\ud83d';
    await conversation.addUser([{ type: 'text', text: half }], 'person');
    await conversation.addUser([{ type: 'text', text: half }], 'hook');
    const draft = conversation.beginAssistant('m');
    await draft.block({ type: 'text', text: half });
    await draft.end(END);
    const read = await readConversation(journal.entries, store);
    for (const messages of [conversation.messages, read.messages]) {
      const texts = messages.flatMap(({ content }) =>
        content.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
      );
      expect(texts).toHaveLength(3);
      expect(texts.every((text) => text.isWellFormed())).toBe(true);
    }
  });

  it('58: thinking goes back as it came, to the byte', async () => {
    const { conversation, journal, store } = kit();
    await conversation.addUser([{ type: 'text', text: 'Think.' }], 'person');
    const own = { type: 'thinking', zebra: [1, { b: 2, a: 1 }], thinking: ' \n', signature: 'sig==' };
    const draft = conversation.beginAssistant('m');
    await draft.block({ type: 'opaque', api: 'anthropic', kind: 'thinking', block: own });
    await draft.block({ type: 'text', text: 'So.' });
    await draft.end(END);
    const read = await readConversation(journal.entries, store);
    for (const messages of [conversation.messages, read.messages]) {
      const [block] = messages[1]?.content ?? [];
      expect(block?.type === 'opaque' && JSON.stringify(block.block)).toBe(JSON.stringify(own));
    }
  });
});

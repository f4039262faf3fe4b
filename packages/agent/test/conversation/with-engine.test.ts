import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  bypassPolicy,
  createMemoryFiles,
  createMemoryJournal,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  defineTool,
  readSession,
  systemClock,
  type FeedItem,
  type MemoryJournal,
  type MemoryStore,
  type RunEvent,
} from '@sluice/core';
import { checkRequest } from '../../src/conversation/check-request.ts';
import { createConversation } from '../../src/conversation/create-conversation.ts';
import { markedText } from '../../src/conversation/marked-text.ts';
import { readConversation } from '../../src/conversation/read-conversation.ts';

const USAGE = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
const END = { model: 'some/model', stopReason: 'tool_use', usage: USAGE, isCut: false };

/** Says again what it is given; reads nothing, so that it may be run again. */
const echo = defineTool({
  name: 'Echo',
  description: 'Says it again.',
  inputSchema: z.object({ said: z.string() }),
  isReadOnly: true,
  isIdempotent: true,
  call: async ({ said }) => ({ data: said }),
});

function engine(journal: MemoryJournal, store: MemoryStore, isResumed = false) {
  return createRuntime({
    cwd: '/',
    tools: [echo],
    permission: { policy: bypassPolicy, state: createPermissionState({ mode: 'default' }) },
    ports: { clock: systemClock, files: createMemoryFiles(), store, journal },
    messageBudget: 3000,
    attachments: () => ['attached'],
    ...(isResumed && { resume: readSession(journal.entries) }),
  });
}

async function messageOf(run: AsyncIterable<RunEvent>) {
  let message: Extract<RunEvent, { type: 'message' }> | undefined;
  for await (const event of run) if (event.type === 'message') message = event;
  return message;
}

async function* feed(...calls: readonly (readonly [string, string, string])[]): AsyncGenerator<FeedItem> {
  yield { type: 'message-start', messageId: 'turn-1' };
  for (const [id, name, text] of calls) yield { type: 'call', id, name, inputText: text };
  yield { type: 'message-end', stopReason: 'tool_use', lastBlockIsCall: true };
}

describe('a conversation beside the engine', () => {
  it('is read back as it stood: long inputs, results that were shortened, unknown tools, inputs that are none', async () => {
    const journal = createMemoryJournal();
    const store = createMemoryStore();
    const conversation = createConversation({ journal, store, clock: systemClock });
    const calls = [
      ['a', 'Echo', JSON.stringify({ said: 'x'.repeat(20_000) })],
      ['b', 'Nothing like it', '{}'],
      ['c', 'Echo', '{"said":'],
      ['d', 'Echo', '{"said":"\\ud800"}'],
    ] as const;
    await conversation.addUser([{ type: 'text', text: 'go' }], 'person');
    const draft = conversation.beginAssistant('turn-1');
    await draft.block({ type: 'text', text: 'I go.' });
    for (const [id, name, text] of calls) {
      const input: unknown = text.endsWith('}') ? JSON.parse(text) : {};
      draft.call({ type: 'tool_use', id, name, input: z.record(z.string(), z.string()).parse(input) });
    }
    await draft.end(END);
    const message = await messageOf(engine(journal, store).run(feed(...calls)));
    conversation.addResults('turn-1', message?.results ?? [], message?.spoken ?? []);
    const { messages } = conversation;
    expect(checkRequest(messages)).toEqual([]);
    expect(messages).toHaveLength(3);
    expect(conversation.resultChars).toBeLessThan(5000);
    const read = await readConversation(journal.entries, store);
    expect(JSON.stringify(read.messages)).toBe(JSON.stringify(messages));
    expect(read).toMatchObject({ answers: 1, lastEnd: { model: 'some/model' } });
  });

  it('gets what the engine settles after a crash, before anything new', async () => {
    const journal = createMemoryJournal();
    const store = createMemoryStore();
    const first = createConversation({ journal, store, clock: systemClock });
    await first.addUser([{ type: 'text', text: 'go' }], 'person');
    await first.beginAssistant('turn-1').block({ type: 'text', text: 'I go.' });
    const input = { text: '{"said":"again"}' };
    journal.append({
      v: 1,
      time: 0,
      type: 'received',
      messageId: 'turn-1',
      callId: 'a',
      name: 'Echo',
      input,
    });
    const message = await messageOf(engine(journal, store, true).run([]));
    expect(message?.messageId).toBe('turn-1');
    const { messages } = await readConversation(journal.entries, store);
    expect(messages).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        content: [{ text: 'I go.' }, { id: 'a', name: 'Echo', input: { said: 'again' } }],
      },
      {
        role: 'user',
        content: [
          { tool_use_id: 'a', content: 'again', is_error: false },
          { text: markedText('attached', 'hook') },
        ],
      },
    ]);
  });
});

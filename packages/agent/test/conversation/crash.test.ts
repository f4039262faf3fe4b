import { describe, expect, it } from 'vitest';
import { createMemoryStore, type JournalEntry, type JournalText } from '@sluice/core';
import { checkRequest } from '../../src/conversation/check-request.ts';
import { readConversation } from '../../src/conversation/read-conversation.ts';

type Line = JournalEntry extends infer Entry
  ? Entry extends JournalEntry
    ? Omit<Entry, 'v' | 'time'>
    : never
  : never;

const json = (value: unknown): JournalText => ({ text: JSON.stringify(value) });
const user = (text: string): Line => ({
  type: 'user',
  origin: 'person',
  content: json([{ type: 'text', text }]),
});
const said = (messageId: string, text: string, callsBefore = 0): Line => ({
  type: 'block',
  messageId,
  callsBefore,
  content: json({ type: 'text', text }),
});
const opaque = (messageId: string, kind: 'thinking' | 'other', callsBefore = 0): Line => ({
  type: 'block',
  messageId,
  callsBefore,
  content: json({ type: 'opaque', api: 'anthropic', kind, block: { type: kind } }),
});
const call = (messageId: string, callId: string): Line => ({
  type: 'received',
  messageId,
  callId,
  name: 'Read',
  input: json({ file_path: callId }),
});
const result = (messageId: string, callId: string, text: string): Line => ({
  type: 'settled',
  messageId,
  callId,
  outcome: 'ok',
  isError: false,
  content: json(text),
  record: {},
});
const ended = (messageId: string): Line => ({
  type: 'assistant',
  messageId,
  model: 'some/model',
  stopReason: 'tool_use',
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
});
const THOUGHTFUL = [
  user('begin'),
  opaque('m1', 'thinking'),
  call('m1', 'a'),
  ended('m1'),
  result('m1', 'a', 'one'),
];

/** What is left of each message, in short. */
async function shortOf(lines: readonly Line[]): Promise<readonly string[]> {
  const { messages } = await readConversation(
    lines.map((line) => ({ v: 1, time: 0, ...line })),
    createMemoryStore(),
  );
  expect(messages.length === 0 ? [] : checkRequest(messages)).toEqual([]);
  return messages.map(({ role, content }) => {
    const blocks = content.map((block) => {
      switch (block.type) {
        case 'text':
          return block.text.replace(/^<not-from-user.*\n/, 'not from user: ').slice(0, 45);
        case 'tool_use':
          return `call ${block.id}`;
        case 'tool_result':
          return `${block.is_error ? 'error' : 'result'} ${block.tool_use_id}`;
        case 'opaque':
          return block.kind;
        case 'image':
        case 'document':
        case 'linked_file':
        case 'tool_reference':
          return block.type;
        default:
          return block satisfies never;
      }
    });
    return `${role}: ${blocks.join(', ')}`;
  });
}

const CRASHES: readonly (readonly [string, readonly Line[], readonly string[]])[] = [
  ['nothing of the answer was there', [user('hi')], ['user: hi']],
  [
    'a text was whole: it stays',
    [user('hi'), said('m1', 'Let me look.')],
    ['user: hi', 'assistant: Let me look.'],
  ],
  ['only thinking was there: no API takes that back', [user('hi'), opaque('m1', 'thinking')], ['user: hi']],
  [
    'a search was begun and its result never came: it is left out',
    [user('hi'), said('m1', 'I search.'), opaque('m1', 'other')],
    ['user: hi', 'assistant: I search.'],
  ],
  [
    'a search was done before a text: it stays',
    [user('hi'), opaque('m1', 'other'), said('m1', 'Found.')],
    ['user: hi', 'assistant: other, Found.'],
  ],
  [
    'of two calls one had its result',
    [user('hi'), call('m1', 'a'), call('m1', 'b'), result('m1', 'b', 'two')],
    ['user: hi', 'assistant: call a, call b', 'user: error a, result b'],
  ],
  [
    'blocks stand where they stood among the calls, though their lines came later',
    [user('hi'), call('m1', 'a'), call('m1', 'b'), said('m1', 'between', 1), said('m1', 'first', 0)],
    ['user: hi', 'assistant: first, call a, between, call b', 'user: error a, error b'],
  ],
  [
    'the thinking of this model was whole before the call: the message stays as it was',
    [...THOUGHTFUL, opaque('m2', 'thinking'), call('m2', 'b')],
    [
      'user: begin',
      'assistant: thinking, call a',
      'user: result a',
      'assistant: thinking, call b',
      'user: error b',
    ],
  ],
  [
    'the thinking before the call is lost: the exchange is told in words',
    [...THOUGHTFUL, call('m2', 'b'), result('m2', 'b', 'two')],
    [
      'user: begin',
      'assistant: thinking, call a',
      'user: result a, not from user: (One of your messages was cut ',
    ],
  ],
  [
    'a model that never thought before: its call needs none',
    [user('hi'), call('m1', 'a'), ended('m1'), result('m1', 'a', 'x'), call('m2', 'b')],
    ['user: hi', 'assistant: call a', 'user: result a', 'assistant: call b', 'user: error b'],
  ],
  [
    'the words that began it are lost',
    [call('m1', 'a')],
    ['user: not from user: (The earlier messages could no', 'assistant: call a', 'user: error a'],
  ],
  [
    'it was withdrawn, and what it had begun could no longer be told',
    [
      user('hi'),
      call('m1', 'a'),
      { type: 'started', messageId: 'm1', callId: 'a', isIdempotent: false },
      { type: 'discarded', messageId: 'm1' },
    ],
    ['user: hi, not from user: One of your messages was lost '],
  ],
  [
    'what was said while it was open follows its results',
    [user('hi'), call('m1', 'a'), user('wait'), result('m1', 'a', 'x')],
    ['user: hi', 'assistant: call a', 'user: result a, wait'],
  ],
  [
    'a summary whose text is gone says so',
    [
      user('hi'),
      { type: 'compacted', trigger: 'auto', summary: { path: '/gone', bytes: 9 } },
      user('and now?'),
    ],
    ['user: not from user: (A summary of the earlier conv, and now?'],
  ],
  [
    'words whose text is gone say so',
    [{ type: 'user', origin: 'person', content: { path: '/gone', bytes: 9 } }],
    ['user: not from user: (This message could not be res'],
  ],
];

describe('a conversation whose program ended', () => {
  it.each(CRASHES)('%s', async (_title, lines, expected) => {
    expect(await shortOf(lines)).toEqual(expected);
  });

  it('tells in words what a lost message said and did', async () => {
    const lines = [...THOUGHTFUL, said('m2', 'I look.'), call('m2', 'b'), result('m2', 'b', 'two')];
    const { messages } = await readConversation(
      lines.map((line) => ({ v: 1, time: 0, ...line })),
      createMemoryStore(),
    );
    expect(messages.at(-1)?.content.at(-1)).toEqual({
      type: 'text',
      text:
        '<not-from-user source="sluice">\n' +
        '(One of your messages was cut off when the program exited; this is the part that was saved.)\n\n' +
        'You said: I look.\n\nYou called Read with {"file_path":"b"}. The result: two\n</not-from-user>',
    });
  });
});

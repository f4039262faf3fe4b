import { describe, expect, it } from 'vitest';
import {
  buildConversation,
  checkPairing,
  createMemoryStore,
  readSession,
  type JournalEntry,
} from '../../src/index.ts';
import { discarded, received, replaced, settled, started, whole } from '../support/journal-lines.ts';
import { createKit, ofType, runAll, toolOf } from '../support/kit.ts';

const build = (entries: readonly JournalEntry[]) =>
  buildConversation(readSession(entries), createMemoryStore());

describe('a session as its journal tells it', () => {
  it('has messages and their calls in the order in which they came', () => {
    const session = readSession([
      received('b', 'Read'),
      received('a', 'Read'),
      settled('a', 'x'),
      settled('b', 'y'),
      whole(),
      received('a', 'Write', {}, 'message-2'),
      started('a', true, 'message-2'),
    ]);
    expect(
      session.map(({ messageId, isComplete, calls }) => [
        messageId,
        isComplete,
        calls.map(({ callId }) => callId),
      ]),
    ).toEqual([
      ['message-1', true, ['b', 'a']],
      ['message-2', false, ['a']],
    ]);
    expect(session[1]?.calls[0]).toMatchObject({ started: { isIdempotent: true }, settled: undefined });
  });

  it('leaves nested calls to their parents', () => {
    const nested: JournalEntry = {
      v: 1,
      time: 0,
      type: 'received',
      messageId: 'message-1',
      callId: 'a/1',
      parentCallId: 'a',
      name: 'Read',
      input: { text: '{}' },
    };
    const [message] = readSession([received('a', 'Parent'), nested, started('a/1'), settled('a/1', 'x')]);
    expect(message?.calls).toMatchObject([{ callId: 'a', settled: undefined }]);
  });

  it('passes over lines that fit nothing', () => {
    expect(
      readSession([started('x'), settled('x', 'y'), replaced('x', 'z'), whole(), ...discarded()]),
    ).toEqual([]);
  });

  it('takes the later of two results, and the first of two replacements', () => {
    const [message] = readSession([
      received('a', 'Read'),
      settled('a', 'one'),
      settled('a', 'two'),
      replaced('a', 'r1'),
      replaced('a', 'r2'),
    ]);
    expect(message?.calls[0]).toMatchObject({
      settled: { content: { text: '"two"' } },
      replacement: { text: '"r1"' },
    });
  });
});

describe('the conversation that follows', () => {
  it('has one result for each call, and passes for any cut of the journal', async () => {
    const entries = [
      received('a', 'Read'),
      received('b', 'Write', { to: 'x' }),
      settled('a', 'text'),
      started('b'),
      settled('b', [{ type: 'text', text: 'done' }]),
      whole(),
      received('a', 'Write', {}, 'message-2'),
      started('a', false, 'message-2'),
      settled('a', 'no', 'tool-error', 'message-2'),
      whole('message-2'),
    ];
    for (let cut = 0; cut <= entries.length; cut += 1) {
      expect(checkPairing(await build(entries.slice(0, cut)))).toEqual([]);
    }
    expect(await build(entries.slice(0, 4))).toMatchObject([
      { role: 'assistant', content: [{ id: 'a' }, { id: 'b', name: 'Write', input: { to: 'x' } }] },
      {
        role: 'user',
        content: [
          { tool_use_id: 'a', content: 'text', is_error: false },
          {
            tool_use_id: 'b',
            content: expect.stringMatching(/outcome is unknown.*Check before/),
            is_error: true,
          },
        ],
      },
    ]);
  });

  it('says of a call that had not started that it had no effect', async () => {
    expect(JSON.stringify(await build([received('a', 'Write')]))).toMatch(/had no effect/);
  });

  it('leaves out what was retracted, but for its note', async () => {
    const before = [received('a', 'Write'), started('a'), settled('a', 'done')];
    expect(await build([received('a', 'Read'), settled('a', 'text'), ...discarded()])).toEqual([]);
    // The process ended before it could write the note.
    expect(JSON.stringify(await build([...before, ...discarded()]))).toContain('Write (a)');
    expect(await build([...before, ...discarded('message-1', 'Write has happened.')])).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Write has happened.' }] },
    ]);
  });

  it('bears with inputs and contents that can not be read back', async () => {
    const gone: JournalEntry[] = [
      {
        v: 1,
        time: 0,
        type: 'received',
        messageId: 'm',
        callId: 'a',
        name: 'Read',
        input: { path: '/gone', bytes: 1 },
      },
      {
        v: 1,
        time: 0,
        type: 'settled',
        messageId: 'm',
        callId: 'a',
        outcome: 'ok',
        isError: false,
        content: { path: '/gone', bytes: 1 },
        record: {},
      },
      received('b', 'Read', [1], 'm'),
      {
        v: 1,
        time: 0,
        type: 'settled',
        messageId: 'm',
        callId: 'b',
        outcome: 'ok',
        isError: false,
        content: { text: '{"no":"content"}' },
        record: {},
      },
    ];
    const conversation = await build(gone);
    expect(checkPairing(conversation)).toEqual([]);
    expect(conversation).toMatchObject([
      { content: [{ input: {} }, { input: {} }] },
      {
        content: [
          { content: '(The result of this call could not be restored.)' },
          { content: '(The result of this call could not be restored.)' },
        ],
      },
    ]);
  });

  it('is byte for byte what the model saw, replacements included', async () => {
    const text = toolOf('Text', { call: async ({ size }) => ({ data: 'é"\u0001'.repeat(Number(size)) }) });
    const kit = createKit([text], { messageBudget: 30_000 });
    const events = await runAll(kit, [
      { id: 'c1', name: 'Text', input: { size: 9000 } },
      { id: 'c2', name: 'Text', input: { size: 3000 } },
      { id: 'c3', name: 'Text', input: { size: 40_000 } },
      { id: 'c4', name: 'Nobody', input: {} },
    ]);
    const [, seen] = await buildConversation(readSession(kit.journal.entries), kit.store);
    expect(JSON.stringify(seen)).toBe(JSON.stringify(ofType(events, 'message')[0]?.message));
  });
});

import { describe, expect, it } from 'vitest';
import {
  buildConversation,
  createMemoryJournal,
  createMemoryStore,
  readSession,
  type AnyTool,
  type JournalEntry,
} from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import { discarded, received, replaced, settled, started, whole } from '../support/journal-lines.ts';
import {
  call,
  collect,
  createFeed,
  createGate,
  createKit,
  end,
  FREE,
  ofType,
  outcomes,
  runAll,
  toolOf,
} from '../support/kit.ts';

describe('what a journal can not say', () => {
  const noting = (seen: unknown[], declaration: Parameters<typeof toolOf>[1] = {}) =>
    toolOf('Write', {
      async call(input) {
        seen.push(input);
        return { data: 'wrote' };
      },
      ...declaration,
    });

  it('runs a started call with a long input again with that input', async () => {
    const seen: unknown[] = [];
    const store = createMemoryStore();
    const input = { text: 'x'.repeat(9000) };
    const put = await store.put(JSON.stringify(input));
    if (!put.ok) throw new Error(put.message);
    const entries: JournalEntry[] = [
      {
        v: 1,
        time: 0,
        type: 'received',
        messageId: 'message-1',
        callId: 'c1',
        name: 'Write',
        input: { path: put.file.path, bytes: put.file.bytes },
      },
      started('c1', true),
    ];
    const kit = createKit([noting(seen)], { resume: readSession(entries), store });
    await runAll(kit, []);
    expect(seen).toEqual([input]);
  });

  it('never runs a started call again because its journaled input can not be read back', async () => {
    const seen: unknown[] = [];
    const entries: JournalEntry[] = [
      {
        v: 1,
        time: 0,
        type: 'received',
        messageId: 'message-1',
        callId: 'c1',
        name: 'Write',
        input: { path: '/gone', bytes: 9000 },
      },
      started('c1', false),
    ];
    const kit = createKit([noting(seen)], { resume: readSession(entries) });
    const events = await runAll(kit, [{ id: 'c1', name: 'Write', input: { text: 'x'.repeat(9000) } }]);
    expect(seen).toEqual([]);
    expect(outcomes(events)).toEqual({ c1: 'outcome-unknown' });
  });

  it('runs a changed call once, however often the session is resumed', async () => {
    const seen: unknown[] = [];
    const journal = createMemoryJournal([received('c1', 'Write', { to: 'a' }), started('c1', false)]);
    for (let session = 0; session < 2; session += 1) {
      const kit = createKit([noting(seen)], { resume: readSession(journal.entries), memoryJournal: journal });
      await runAll(kit, [{ id: 'c1', name: 'Write', input: { to: 'b' } }]);
    }
    expect(seen).toEqual([{ to: 'b' }]);
  });

  it('shows the result of a changed call, not what replaced that of the old one', async () => {
    const entries: JournalEntry[] = [
      received('c1', 'Write', { to: 'a' }),
      started('c1', false),
      settled('c1', 'long', 'ok'),
      replaced('c1', 'the old preview'),
      whole(),
    ];
    const kit = createKit([noting([])], { resume: readSession(entries) });
    const events = await runAll(kit, [{ id: 'c1', name: 'Write', input: { to: 'b' } }]);
    expect(ofType(events, 'message')[0]?.results[0]?.content).toBe('wrote');
  });

  it('does not run a call twice because an earlier call of its message could not be journaled', async () => {
    const seen: unknown[] = [];
    const journal = createMemoryJournal();
    const gate = createGate();
    const first = createKit(
      [
        noting(seen, {
          async call(input) {
            seen.push(input);
            await gate.passed;
            return { data: '' };
          },
        }),
        toolOf('Read', FREE),
      ],
      { memoryJournal: journal },
    );
    const feed = createFeed();
    collect(first.runtime.run(feed.items));
    journal.breakWith('disk full');
    feed.put(call('c1', 'Read'));
    await quiet();
    journal.breakWith(undefined);
    feed.put(call('c2', 'Write'), end());
    await quiet();
    const second = createKit([noting(seen), toolOf('Read', FREE)], { resume: readSession(journal.entries) });
    await runAll(second, [
      { id: 'c1', name: 'Read', input: {} },
      { id: 'c2', name: 'Write', input: {} },
    ]);
    expect(seen).toHaveLength(1);
  });

  it('a failure before the crash still cancels the later calls that depend on it', async () => {
    const seen: unknown[] = [];
    const shell = noting(seen, { onError: () => ({ cancels: 'shell' }) });
    const entries: JournalEntry[] = [
      received('c1', 'Write', {}),
      started('c1', false),
      settled('c1', 'failed', 'tool-error'),
    ];
    const kit = createKit([shell], { resume: readSession(entries) });
    const events = await runAll(kit, [
      { id: 'c1', name: 'Write', input: {} },
      { id: 'c2', name: 'Write', input: {} },
    ]);
    expect(seen).toEqual([]);
    expect(outcomes(events)['c2']).toBe('cancelled sibling-error');
  });

  it('tells the model of effects of a message that was retracted just before the crash', async () => {
    const entries: JournalEntry[] = [
      received('c1', 'Write', { to: 'a' }),
      started('c1', false),
      ...discarded(),
    ];
    const conversation = await buildConversation(readSession(entries), createMemoryStore());
    expect(JSON.stringify(conversation)).toMatch(/Write/);
  });

  it('a call by an alias is known again although its line was written late', async () => {
    let runs = 0;
    const journal = createMemoryJournal();
    const stuck = createGate();
    const before = createGate();
    const tools = (gate: Promise<void>): AnyTool[] => [
      toolOf('First', { call: async () => ({ data: await before.passed }) }),
      toolOf('Real', {
        aliases: ['Old'],
        async call() {
          runs += 1;
          await gate;
          return { data: '' };
        },
      }),
    ];
    const first = createKit(tools(stuck.passed), { memoryJournal: journal });
    const feed = createFeed();
    collect(first.runtime.run(feed.items));
    journal.breakWith('full');
    feed.put(call('c', 'Old'));
    journal.breakWith('full');
    await quiet();
    journal.breakWith(undefined);
    await quiet();
    // The first was refused, since the journal was full; a second one waits for it to be written again.
    feed.put(end(), call('f', 'First'));
    await quiet();
    journal.breakWith('full');
    feed.put(call('c', 'Old'));
    await quiet();
    journal.breakWith(undefined);
    before.open();
    await quiet();
    expect(runs).toBe(1);
    const second = createKit(tools(Promise.resolve()), { resume: readSession(journal.entries) });
    await runAll(second, [
      { id: 'f', name: 'First', input: {} },
      { id: 'c', name: 'Old', input: {} },
    ]);
    expect(runs).toBe(1);
  });
});

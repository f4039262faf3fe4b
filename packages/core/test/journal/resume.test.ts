import { describe, expect, it } from 'vitest';
import { createMemoryJournal, readSession, type FeedItem, type JournalEntry } from '../../src/index.ts';
import { discarded, received, replaced, settled, started, whole } from '../support/journal-lines.ts';
import {
  call,
  createKit,
  end,
  ofType,
  outcomes,
  resultOf,
  runAll,
  textOfResult,
  toolOf,
  type KitOptions,
} from '../support/kit.ts';

function resume(entries: readonly JournalEntry[], options: KitOptions = {}) {
  const ran: [string, unknown][] = [];
  const noting = (name: string, isReadOnly: boolean) =>
    toolOf(name, {
      isReadOnly,
      async call(input, { callId }) {
        ran.push([callId, input]);
        return { data: `${name} ran` };
      },
    });
  const kit = createKit([noting('Write', false), noting('Read', true)], {
    ...options,
    resume: readSession(entries),
  });
  return { kit, ran };
}

const fed = (id: string, name = 'Write', input: unknown = {}) => ({ id, name, input });

describe('a session that goes on: calls that are fed again', () => {
  const rows: [string, JournalEntry[], string, boolean, string | RegExp][] = [
    [
      'had its result: that is replayed',
      [received('c', 'Write'), started('c'), settled('c', 'as it was')],
      'ok',
      false,
      'as it was',
    ],
    [
      'had an error: that is replayed',
      [received('c', 'Write'), settled('c', 'denied then', 'denied')],
      'denied',
      false,
      'denied then',
    ],
    [
      'had started, and may not run again',
      [received('c', 'Write'), started('c', false)],
      'outcome-unknown',
      false,
      /unknown.*Check before/,
    ],
    ['had started, and may run again', [received('c', 'Write'), started('c', true)], 'ok', true, 'Write ran'],
    ['had not started', [received('c', 'Write')], 'ok', true, 'Write ran'],
    ['was never heard of', [], 'ok', true, 'Write ran'],
    [
      'has another input now',
      [received('c', 'Write', { other: 1 }), started('c', false)],
      'ok',
      true,
      'Write ran',
    ],
    [
      'was of a retracted message',
      [received('c', 'Write'), started('c'), settled('c', 'x'), ...discarded()],
      'ok',
      true,
      'Write ran',
    ],
    [
      'was of a message that was whole',
      [received('c', 'Write'), settled('c', 'as it was'), whole()],
      'ok',
      false,
      'as it was',
    ],
  ];
  it.each(rows)('one that %s', async (_, entries, outcome, isRun, text) => {
    const { kit, ran } = resume(entries);
    const events = await runAll(kit, [fed('c')]);
    expect(outcomes(events)).toEqual({ c: outcome });
    expect(ran.length > 0).toBe(isRun);
    expect(textOfResult(events, 'c')).toMatch(text);
  });

  it('under another name are new, after the old ones have got their results', async () => {
    const { kit } = resume([received('c', 'Read'), settled('c', 'as it was')]);
    const results = ofType(await runAll(kit, [fed('c')]), 'tool-result');
    expect(results.map(({ messageId, result }) => [messageId, result.content])).toEqual([
      ['message-1', 'as it was'],
      ['message-2', 'Write ran'],
    ]);
  });

  it('knows an input whose keys come in another order, or as text', async () => {
    const entries = [received('c', 'Write', { a: 1, b: { x: 1, y: [2] } }), settled('c', 'as it was')];
    const { kit } = resume(entries);
    async function* stream(): AsyncGenerator<FeedItem> {
      yield {
        type: 'call',
        id: 'c',
        name: 'Write',
        inputText: '{"b":{"y":[2],"x":1}, "a":1}',
      };
      yield end();
    }
    expect(textOfResult(await runAll(kit, stream()), 'c')).toBe('as it was');
  });

  it('replays byte for byte what stood for a result, whatever the budget is now', async () => {
    const entries = [
      received('c1', 'Write'),
      settled('c1', 'the whole'),
      received('c2', 'Write'),
      settled('c2', [{ type: 'text', text: 'blocks' }]),
      replaced('c1', 'the preview'),
      whole(),
    ];
    const { kit, ran } = resume(entries);
    const events = await runAll(kit, [fed('c1'), fed('c2')]);
    expect(ofType(events, 'message')[0]?.results.map(({ content }) => content)).toEqual([
      'the preview',
      [{ type: 'text', text: 'blocks' }],
    ]);
    expect(ran).toEqual([]);
  });

  it('runs the rest of a message of which some had run', async () => {
    const entries = [
      received('c1', 'Write'),
      started('c1'),
      settled('c1', 'as it was'),
      received('c2', 'Write'),
      started('c2'),
    ];
    const { kit, ran } = resume(entries);
    const events = await runAll(kit, [fed('c1'), fed('c2'), fed('c3')]);
    expect(outcomes(events)).toEqual({ c1: 'ok', c2: 'outcome-unknown', c3: 'ok' });
    expect(ran.map(([id]) => id)).toEqual(['c3']);
    expect(ofType(events, 'message')).toMatchObject([{ messageId: 'message-1' }]);
  });

  it('writes nothing twice, so that a second resume finds the same', async () => {
    const journal = createMemoryJournal([received('c', 'Write'), started('c'), settled('c', 'as it was')]);
    for (let session = 0; session < 3; session += 1) {
      const { kit, ran } = resume(journal.entries, { memoryJournal: journal });
      expect(textOfResult(await runAll(kit, [fed('c')]), 'c')).toBe('as it was');
      expect(ran).toEqual([]);
    }
    expect(journal.entries.filter(({ type }) => type === 'settled')).toHaveLength(1);
  });
});

describe('a session that goes on: what no one feeds again', () => {
  const entries = [
    received('c1', 'Write'),
    started('c1'),
    settled('c1', 'as it was'),
    received('c2', 'Write', { n: 2 }),
    started('c2'),
    received('c3', 'Write', { n: 3 }),
    received('c4', 'Read', { n: 4 }),
    received('c5', 'Write', { n: 5 }),
    started('c5', true),
  ];

  it('gets its results before anything new', async () => {
    const { kit, ran } = resume(entries);
    const events = await runAll(kit, [fed('n1')]);
    expect(ofType(events, 'message').map(({ messageId }) => messageId)).toEqual(['message-1', 'message-2']);
    expect(outcomes(events)).toEqual({
      c1: 'ok',
      c2: 'outcome-unknown',
      c3: 'outcome-unknown',
      c4: 'ok',
      c5: 'ok',
      n1: 'ok',
    });
    expect(resultOf(events, 'c2').outcome).toEqual({ code: 'outcome-unknown', started: true });
    expect(resultOf(events, 'c3').outcome).toEqual({ code: 'outcome-unknown', started: false });
    expect(ran).toEqual([
      ['c4', { n: 4 }],
      ['c5', { n: 5 }],
      ['n1', {}],
    ]);
  });

  it('gets them although nothing new comes', async () => {
    const { kit } = resume([received('c', 'Write'), started('c')]);
    expect(outcomes(await runAll(kit, []))).toEqual({ c: 'outcome-unknown' });
  });

  it('gets them once', async () => {
    const journal = createMemoryJournal(entries);
    await runAll(resume(journal.entries, { memoryJournal: journal }).kit, []);
    const { kit, ran } = resume(journal.entries, { memoryJournal: journal });
    expect(await runAll(kit, [])).toEqual([]);
    expect(ran).toEqual([]);
  });

  it('was retracted or whole: then there is nothing to give', async () => {
    const { kit } = resume([
      ...[received('c1', 'Write'), started('c1'), ...discarded()],
      ...[
        received('c2', 'Write', {}, 'message-2'),
        settled('c2', 'x', 'ok', 'message-2'),
        whole('message-2'),
      ],
    ]);
    expect(await runAll(kit, [])).toEqual([]);
  });

  it('comes message by message before what is fed again of a later one', async () => {
    const { kit } = resume([
      ...[received('c', 'Write'), started('c')],
      ...[received('d', 'Write', {}, 'message-2'), started('d', false, 'message-2')],
    ]);
    async function* stream(): AsyncGenerator<FeedItem> {
      yield call('n', 'Read');
      yield end();
    }
    const events = await runAll(kit, stream());
    expect(ofType(events, 'message').map(({ messageId }) => messageId)).toEqual([
      'message-1',
      'message-2',
      'message-3',
    ]);
  });
});

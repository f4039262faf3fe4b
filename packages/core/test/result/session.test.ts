import { describe, expect, it } from 'vitest';
import {
  boundSession,
  createMemoryStore,
  createReplacements,
  type ContentBlock,
  type SessionResult,
} from '../../src/index.ts';
import { createDeduplicator } from '../../src/result/deduplicate.ts';
import { createKit, FREE, ofType, runAll, textOfResult, toolOf } from '../support/kit.ts';

const result = (callId: string, content: string, isReplaced = false): SessionResult => ({
  messageId: 'm',
  callId,
  content,
  isReplaced,
});

describe('the bound of a session', () => {
  const three = ['a', 'b', 'c', 'd'].map((id) => result(id, id.repeat(10_000)));

  it('changes nothing while it holds', async () => {
    expect(await boundSession(three, 40_000, createMemoryStore())).toEqual([]);
  });

  it('makes references of the oldest, at once until half of it is free', async () => {
    const store = createMemoryStore();
    const references = await boundSession(three, 39_999, store);
    expect(references.map(({ callId }) => callId)).toEqual(['a', 'b', 'c']);
    for (const { callId, content } of references) {
      expect(content).toContain('An earlier result of 10000 characters');
      expect(content).toContain(`It began: ${callId.repeat(200)}]`);
      const path = /now in (\S+);/.exec(content)?.[1] ?? '';
      expect(store.texts.get(path)).toBe(callId.repeat(10_000));
    }
  });

  it('passes over previews and what is short, and stops when the store is full', async () => {
    const mixed = [
      result('p', 'p'.repeat(9000), true),
      result('s', 's'.repeat(499)),
      result('l', 'l'.repeat(9000)),
    ];
    expect((await boundSession(mixed, 1000, createMemoryStore())).map(({ callId }) => callId)).toEqual(['l']);
    const store = createMemoryStore();
    store.breakWith('full');
    expect(await boundSession(mixed, 1000, store)).toEqual([]);
  });

  it('shows the first line only, cut on a code point', async () => {
    const [reference] = await boundSession(
      [result('a', `first\n${'x'.repeat(900)}`)],
      10,
      createMemoryStore(),
    );
    expect(reference?.content).toMatch(/It began: first\]$/);
    const [emoji] = await boundSession([result('a', '😀'.repeat(900))], 10, createMemoryStore());
    expect(emoji?.content).not.toContain('\ufffd');
  });
});

describe('replacements', () => {
  it('keep their first decision, by message and call', () => {
    const replacements = createReplacements();
    replacements.set('m1', '__proto__', 'one');
    replacements.set('m1', '__proto__', 'two');
    expect(replacements.get('m1', '__proto__')).toBe('one');
    expect(replacements.get('m2', '__proto__')).toBeUndefined();
    expect(replacements.get('m1', 'constructor')).toBeUndefined();
  });
});

describe('a result that was there before', () => {
  const long = 'x'.repeat(500);

  const rows: [string, string, string, boolean, boolean][] = [
    ['may be a reference from 500 characters on', long, 'm2', true, true],
    ['may not when it is shorter', 'x'.repeat(499), 'm2', true, false],
    ['may not when the earlier one no longer stands', long, 'm2', false, false],
    ['may not within one message', long, 'm1', true, false],
  ];
  it.each(rows)('%s', (_, content, messageId, stands, isReference) => {
    const deduplicator = createDeduplicator(() => stands);
    deduplicator.remember(content, 'm1', 'c');
    expect(deduplicator.find(content, messageId) !== undefined).toBe(isReference);
  });

  const imageOf = (text: string, data: string): readonly ContentBlock[] => [
    { type: 'text', text },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
  ];
  it.each([
    ['the same text and image', imageOf('a', 'AAAA'), true],
    ['another image with the same text', imageOf('a', 'AAAB'), false],
    ['the same image with another text', imageOf('b', 'AAAA'), false],
    ['the blocks the other way round', imageOf('a', 'AAAA').toReversed(), false],
    ['the text alone', 'a', false],
  ])('is known again with its images, however short its text: %s', (_, content, isReference) => {
    const deduplicator = createDeduplicator(() => true);
    deduplicator.remember(imageOf('a', 'AAAA'), 'm1', 'c');
    const found = deduplicator.find(content, 'm2');
    expect(found).toBe(
      isReference
        ? '[The same text and images as the result of call c above; nothing has changed since. If that result is gone, make the call again to get all of it.]'
        : undefined,
    );
  });

  it('holds on to no more images than it says', () => {
    const deduplicator = createDeduplicator(() => true);
    const large = 'A'.repeat(16_000_000);
    for (const id of ['a', 'b', 'c']) deduplicator.remember(imageOf(id, large), 'm1', id);
    const isKnown = (id: string) => deduplicator.find(imageOf(id, large), 'm2') !== undefined;
    expect(['a', 'b', 'c'].map(isKnown)).toEqual([false, true, true]);
    deduplicator.remember(imageOf('d', large.repeat(3)), 'm1', 'd');
    expect(deduplicator.find(imageOf('d', large.repeat(3)), 'm2')).toBeUndefined();
  });

  const text = toolOf('Text', {
    ...FREE,
    call: async ({ size = 600, fails }) =>
      fails === true
        ? { data: 'x'.repeat(Number(size)), failure: { code: 'no', message: 'no' } }
        : { data: 'x'.repeat(Number(size)) },
  });
  const run = async (inputs: readonly object[], isStanding?: () => boolean) => {
    const kit = createKit([text], isStanding === undefined ? {} : { isStanding });
    const shown: string[] = [];
    for (const [index, input] of inputs.entries()) {
      const events = await runAll(kit, [{ id: `c${index}`, name: 'Text', input }]);
      shown.push(textOfResult(events, `c${index}`));
      expect(ofType(events, 'message')[0]?.results[0]?.content).toBe(shown.at(-1));
    }
    return { kit, shown };
  };

  it('is named by the call that stands, and the decision is journaled', async () => {
    const { kit, shown } = await run([{}, {}, {}], () => true);
    expect(shown[0]).toHaveLength(600);
    expect(shown.slice(1)).toEqual([
      expect.stringMatching(/call c0 above/),
      expect.stringMatching(/call c0 above/),
    ]);
    expect(kit.journal.entries.filter(({ type }) => type === 'replaced')).toHaveLength(2);
  });

  it('is shown whole when no one says what stands, when it is an error, or a preview', async () => {
    for (const shown of [
      (await run([{}, {}])).shown,
      (await run([{ fails: true }, { fails: true }], () => true)).shown,
      (await run([{ size: 60_000 }, { size: 60_000 }], () => true)).shown,
    ]) {
      expect(shown[1]).toBe(shown[0]);
    }
  });
});

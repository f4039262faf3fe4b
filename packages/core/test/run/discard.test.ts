import { describe, expect, it } from 'vitest';
import type { FeedItem } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  aborted,
  call,
  collect,
  createFeed,
  createGate,
  createKit,
  end,
  FREE,
  ofType,
  outcomes,
  toEnd,
  toolOf,
} from '../support/kit.ts';

const DISCARD: FeedItem = { type: 'discard' };

function createWorld() {
  const gate = createGate();
  const kit = createKit([
    toolOf('Read', {
      ...FREE,
      async call(_, { ledger, callId, messageId }) {
        const known = { hash: 'h', size: 0, mtimeMs: 0, inode: 0 };
        ledger.record({ ...known, path: '/d/a', kind: 'read', isPartial: false, callId, messageId });
        return { data: 'text' };
      },
    }),
    toolOf('Write', { claims: () => [] }),
    toolOf('SlowWrite', {
      claims: () => [],
      call: async () => ({ data: await gate.passed.then(() => 'done') }),
    }),
    toolOf('SlowRead', { ...FREE, call: async (_, { signal }) => ({ data: await aborted(signal) }) }),
    toolOf('Stopped', {
      claims: () => [],
      interruptBehavior: 'cancel',
      async call(_, { signal }) {
        await aborted(signal);
        throw new Error('stopped half-way');
      },
    }),
    toolOf('Alone', { call: async () => ({ data: await gate.passed.then(() => 'done') }) }),
  ]);
  const feed = createFeed();
  const run = kit.runtime.run(feed.items);
  return { kit, gate, feed, run, reading: collect(run) };
}

describe('a retracted message', () => {
  it('never starts what waits, stops or spares what runs, and gives each call its one result', async () => {
    const { kit, gate, feed, reading } = createWorld();
    feed.put(call('r', 'Read'), call('s', 'SlowRead'), call('w', 'SlowWrite'), call('x', 'Stopped'));
    feed.put(call('q', 'Alone'), call('u', 'Nobody'));
    await quiet();
    feed.put(DISCARD);
    await quiet();
    gate.open();
    feed.end();
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({
      r: 'ok',
      s: 'ok',
      w: 'ok',
      x: 'cancelled stream-retracted',
      q: 'cancelled stream-retracted',
      u: 'unknown-tool',
    });
    const results = ofType(events, 'tool-result');
    expect(results.map(({ callId, isDiscarded }) => [callId, isDiscarded])).toEqual([
      ['r', false],
      ['s', true],
      ['w', true],
      ['x', true],
      ['q', true],
      ['u', true],
    ]);
    expect(ofType(events, 'message')).toEqual([]);
  });

  it('names the results that were already handed out', async () => {
    const { kit, feed, reading } = createWorld();
    feed.put(call('r', 'Read'), call('r2', 'Read'), call('s', 'SlowRead'), call('r3', 'Read'));
    await quiet();
    feed.put(DISCARD);
    feed.end();
    const [discarded] = ofType(await toEnd(reading, kit.clock), 'discarded');
    expect(discarded).toMatchObject({ messageId: 'message-1', handedOut: ['r', 'r2'], note: undefined });
  });

  it('lists for the model the effects that happened, and only those', async () => {
    const { kit, gate, feed, reading } = createWorld();
    feed.put(call('w', 'Write', { to: 'a' }), call('x', 'Stopped', { to: 'b' }), call('r', 'Read'));
    feed.put(call('s', 'SlowWrite', { to: 'c' }), call('q', 'Alone', { to: 'd' }));
    await quiet();
    feed.put(DISCARD);
    gate.open();
    feed.end();
    const [discarded] = ofType(await toEnd(reading, kit.clock), 'discarded');
    expect(discarded?.note?.split('\n').slice(1)).toEqual([
      expect.stringMatching(/^- Write \{"to":"a"\}: done\. Its result: \S/),
      '- Stopped {"to":"b"}: started, and may have partly taken effect',
      expect.stringMatching(/^- SlowWrite \{"to":"c"\}: done\. Its result: \S/),
    ]);
  });

  it('leaves no reads in the ledger, but the reads of earlier messages', async () => {
    const { kit, feed, reading } = createWorld();
    feed.put(call('r', 'Read'));
    await quiet();
    expect(kit.runtime.ledger.get('/d/a')).toBeDefined();
    feed.put(DISCARD);
    await quiet();
    expect(kit.runtime.ledger.get('/d/a')).toBeUndefined();
    feed.put(call('r', 'Read'), end());
    await quiet();
    expect(kit.runtime.ledger.isSeenBefore('/d/a', 'message-3')).toBe(true);
    feed.end();
    await toEnd(reading, kit.clock);
  });

  it('is followed by the next as if it had not been, once what runs has ended', async () => {
    const { kit, gate, feed, reading } = createWorld();
    feed.put(call('c', 'Read'), call('d', 'Alone'));
    await quiet();
    feed.put(DISCARD, call('c', 'Read'), end());
    feed.end();
    await quiet();
    expect(ofType(reading.events, 'tool-result').map(({ messageId }) => messageId)).toEqual(['message-1']);
    gate.open();
    const events = await toEnd(reading, kit.clock);
    expect(ofType(events, 'message')).toMatchObject([
      { messageId: 'message-2', message: { content: [{ tool_use_id: 'c', content: 'text' }] } },
    ]);
  });

  it('may be retracted before its turn has come', async () => {
    const { kit, gate, feed, reading } = createWorld();
    feed.put(
      call('a', 'Alone'),
      end(),
      call('w', 'Write'),
      call('w2', 'Write'),
      DISCARD,
      call('r', 'Read'),
      end(),
    );
    feed.end();
    await quiet();
    gate.open();
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({
      a: 'ok',
      w: 'cancelled stream-retracted',
      w2: 'cancelled stream-retracted',
      r: 'ok',
    });
    expect(ofType(events, 'discarded')).toMatchObject([{ messageId: 'message-2', handedOut: [] }]);
    expect(ofType(events, 'message').map(({ messageId }) => messageId)).toEqual(['message-1', 'message-3']);
  });

  it('is not one that was already whole, nor nothing at all', async () => {
    const { kit, gate, feed, run, reading } = createWorld();
    run.discard();
    feed.put(DISCARD, call('a', 'Alone'), end());
    await quiet();
    run.discard();
    gate.open();
    feed.end();
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ a: 'ok' });
    expect(ofType(events, 'discarded')).toEqual([]);
  });

  it('is journaled: that it was retracted, each result as discarded, and the note', async () => {
    const { kit, gate, feed, reading } = createWorld();
    feed.put(call('w', 'Write'), call('s', 'SlowWrite'));
    await quiet();
    feed.put(DISCARD);
    gate.open();
    feed.end();
    await toEnd(reading, kit.clock);
    const lines = kit.journal.entries.map((entry) =>
      'callId' in entry
        ? `${entry.type} ${entry.callId}${'discarded' in entry ? ' discarded' : ''}`
        : entry.type,
    );
    // The call that ends at once may have ended before the next one came, or not.
    const isOfEnded = (line: string): boolean => line.endsWith(' w');
    expect(lines.filter(isOfEnded)).toEqual(['received w', 'started w', 'settled w']);
    expect(lines.filter((line) => !isOfEnded(line))).toEqual([
      'session',
      'received s',
      'started s',
      'discarded',
      'settled s discarded',
      'note',
    ]);
    expect(lines.indexOf('settled w')).toBeLessThan(lines.indexOf('discarded'));
  });
});

import { describe, expect, it } from 'vitest';
import type { FeedItem } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  call,
  collect,
  createFeed,
  createGate,
  createKit,
  end,
  FREE,
  outcomes,
  runAll,
  statuses,
  textOfResult,
  toEnd,
  toolOf,
} from '../support/kit.ts';

describe('a message that reached its token limit', () => {
  it('refuses its last call, which waits', async () => {
    const gate = createGate();
    const kit = createKit([
      toolOf('Slow', { call: async () => ({ data: await gate.passed.then(() => 'done') }) }),
    ]);
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    feed.put(call('c1', 'Slow'), call('c2', 'Slow'), end('max_tokens'));
    feed.end();
    await quiet();
    gate.open();
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ c1: 'ok', c2: 'invalid-input' });
    expect(textOfResult(events, 'c2')).toMatch(/token limit.*did not run/);
    expect(statuses(events, 'c2')).not.toContain('executing');
  });

  it('keeps the result of a last call that already runs', async () => {
    const gate = createGate();
    const kit = createKit([toolOf('Slow', { call: async () => ({ data: await gate.passed }) })]);
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    feed.put(call('c1', 'Slow'));
    await quiet();
    feed.put(end('max_tokens'));
    feed.end();
    gate.open();
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c1: 'ok' });
  });

  it('refuses the last call of a message that was held', async () => {
    const kit = createKit([toolOf('Read', FREE)], { start: 'message' });
    async function* stream(): AsyncGenerator<FeedItem> {
      yield call('c1', 'Read');
      yield call('c2', 'Read');
      yield end('max_tokens');
    }
    expect(outcomes(await runAll(kit, stream()))).toEqual({ c1: 'ok', c2: 'invalid-input' });
  });

  it('refuses nothing when text was its last block', async () => {
    const kit = createKit([toolOf('Read', FREE)], { start: 'message' });
    async function* stream(): AsyncGenerator<FeedItem> {
      yield call('c1', 'Read');
      yield { type: 'message-end', stopReason: 'max_tokens', lastBlockIsCall: false };
    }
    expect(outcomes(await runAll(kit, stream()))).toEqual({ c1: 'ok' });
  });
});

import { describe, expect, it } from 'vitest';
import type { FeedItem } from '../../src/index.ts';
import { call, collect, createKit, end, FREE, ofType, toEnd, toolOf } from '../support/kit.ts';

async function* feed(...items: readonly FeedItem[]): AsyncGenerator<FeedItem> {
  yield* items;
}

describe('messages that the feed names', () => {
  it('carry the id that they were given, in events and journal; the next one without a name gets one', async () => {
    const kit = createKit([toolOf('Read', FREE)]);
    const run = kit.runtime.run(
      feed(
        { type: 'message-start', messageId: 'a' },
        call('c1', 'Read', {}),
        end(),
        call('c1', 'Read', {}),
        end(),
      ),
    );
    const events = await toEnd(collect(run), kit.clock);
    expect(ofType(events, 'message').map(({ messageId }) => messageId)).toEqual(['a', 'message-1']);
    const { entries } = await kit.journal.read();
    const received = entries.filter((entry) => entry.type === 'received');
    expect(received.map(({ messageId }) => messageId)).toEqual(['a', 'message-1']);
  });

  it('without calls leave no name behind', async () => {
    const kit = createKit([toolOf('Read', FREE)]);
    const run = kit.runtime.run(
      feed({ type: 'message-start', messageId: 'a' }, end(), call('c1', 'Read', {}), end()),
    );
    expect(ofType(await toEnd(collect(run), kit.clock), 'message').map(({ messageId }) => messageId)).toEqual(
      ['message-1'],
    );
  });
});

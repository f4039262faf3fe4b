import { expect, it } from 'vitest';
import type { FeedItem } from '../../src/index.ts';
import { call, collect, createKit, end, FREE, ofType, outcomes, toEnd, toolOf } from '../support/kit.ts';

const feed = [call('a', 'Any'), end(), call('b', 'Any'), end(), call('c', 'Any'), end()];

async function* later(items: readonly FeedItem[]): AsyncGenerator<FeedItem> {
  for (const item of items) {
    await Promise.resolve();
    yield item;
  }
}

it('a hook that stops the run lets no message after its own run', async () => {
  const ran: string[] = [];
  const any = toolOf('Any', {
    ...FREE,
    call: async (_input, { callId }) => {
      ran.push(callId);
      return { data: 'done' };
    },
  });
  const kit = createKit([any], {
    hooks: [
      {
        event: 'PostToolBatch',
        name: 'stops',
        run: ({ calls: [first] }) => (first?.callId === 'b' ? { stop: { reason: 'enough' } } : undefined),
      },
    ],
  });
  const events = await toEnd(collect(kit.runtime.run(later(feed))), kit.clock);
  expect(ran).toEqual(['a', 'b']);
  expect(outcomes(events)).toEqual({ a: 'ok', b: 'ok', c: 'cancelled shutdown' });
  expect(ofType(events, 'message').map(({ stop }) => stop)).toEqual([
    undefined,
    { reason: 'enough' },
    undefined,
  ]);
});

import { describe, expect, it } from 'vitest';
import { quiet } from '../support/drive.ts';
import { aborted, call, createFeed, createKit, end, toolOf } from '../support/kit.ts';

describe('leaving the loop early', () => {
  it('ends although the feed is still open', async () => {
    const kit = createKit([
      toolOf('Waits', { call: async (_, { signal }) => ({ data: await aborted(signal) }) }),
    ]);
    const feed = createFeed();
    let hasLeft = false;
    void (async () => {
      for await (const event of kit.runtime.run(feed.items)) {
        if (event.type === 'call-state' && event.status === 'executing') break;
      }
      hasLeft = true;
    })();
    feed.put(call('c1', 'Waits'));
    for (let tick = 0; tick < 10; tick += 1) {
      await quiet();
      kit.clock.advance(5000);
    }
    expect(hasLeft).toBe(true);
  });

  it('starts nothing that the feed delivers afterwards', async () => {
    const started: string[] = [];
    const kit = createKit([
      toolOf('Notes', {
        async call(_, { callId }) {
          started.push(callId);
          return { data: '' };
        },
      }),
    ]);
    const feed = createFeed();
    const left = (async () => {
      for await (const event of kit.runtime.run(feed.items)) if (event.type === 'tool-result') break;
    })();
    feed.put(call('c1', 'Notes'), end());
    await left;
    feed.put(call('c2', 'Notes'), end());
    feed.end();
    await quiet();
    await quiet();
    expect(started).toEqual(['c1']);
  });
});

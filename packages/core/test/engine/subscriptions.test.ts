import { describe, expect, it } from 'vitest';
import {
  createAnnouncements,
  type RunEvent,
  type SubscribeOptions,
  type Subscription,
} from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  call,
  collect,
  createFeed,
  createKit,
  end,
  FREE,
  ofType,
  runAll,
  toEnd,
  toolOf,
} from '../support/kit.ts';

const one = [{ id: 'c', name: 'Talk', input: {} }];
const talk = toolOf('Talk', {
  ...FREE,
  async call(_input, { progress }) {
    for (let step = 0; step < 50; step += 1) progress(step);
    return { data: 'done' };
  },
});

/** What waits for a listener that has not read yet. */
async function rest(subscription: Subscription): Promise<RunEvent[]> {
  subscription.close();
  const events: RunEvent[] = [];
  for await (const event of subscription) events.push(event);
  return events;
}
const shape = (events: readonly RunEvent[]): string[] =>
  events.filter(({ type }) => type !== 'in-progress').map(({ type }) => type);

describe('listeners to the events of all runs', () => {
  it('hear what the reader hears, each of them, of every run', async () => {
    const kit = createKit([talk]);
    const options: readonly SubscribeOptions[] = [
      { whenSlow: 'latest' },
      { whenSlow: 'wait' },
      { whenSlow: { buffer: 1000 } },
    ];
    const all = options.map((one_) => kit.runtime.subscribe(one_));
    const read = [...(await runAll(kit, one)), ...(await runAll(kit, one))];
    for (const subscription of all) {
      const heard = await rest(subscription);
      expect(shape(heard).filter((type) => type !== 'progress')).toEqual(
        shape(read).filter((type) => type !== 'progress'),
      );
      expect(ofType(heard, 'tool-result').map(({ result }) => result)).toEqual(
        ofType(read, 'tool-result').map(({ result }) => result),
      );
      // The latest of each call, and how many it stands for.
      expect(ofType(heard, 'progress').map(({ data, dropped }) => [data, dropped])).toEqual([
        [49, 49],
        [49, 49],
      ]);
      expect(heard.map(({ sequence }) => sequence)).toEqual(
        heard.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
      );
      expect(subscription.lost).toBe(0);
    }
  });

  it('of a bounded buffer lose the oldest, counted', async () => {
    const kit = createKit([talk]);
    const whole = kit.runtime.subscribe({ whenSlow: 'latest' });
    const bounded = kit.runtime.subscribe({ whenSlow: { buffer: 3 } });
    await runAll(kit, one);
    const [all, last] = [await rest(whole), await rest(bounded)];
    expect(last).toHaveLength(3);
    expect(shape(last).at(-1)).toBe('message');
    expect(bounded.lost).toBeGreaterThanOrEqual(all.length - 3);
    for (const buffer of [0, -1, 1.5, NaN]) {
      expect(() => kit.runtime.subscribe({ whenSlow: { buffer } })).toThrow(RangeError);
    }
  });

  it.each(['reads', 'leaves'])('that are to be waited for hold runs back until one %s', async (how) => {
    const kit = createKit([talk]);
    const slow = kit.runtime.subscribe({ whenSlow: 'wait' });
    const other = kit.runtime.subscribe({ whenSlow: 'latest' });
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    const count = 600;
    for (let n = 0; n < count; n += 1) feed.put(call(`c${n}`, 'Talk'), end());
    feed.end();
    for (let turn = 0; turn < 50; turn += 1) await quiet();
    const settled = () => ofType(reading.events, 'tool-result').length;
    expect(settled()).toBeLessThan(count);
    expect(reading.isDone).toBe(false);
    if (how === 'leaves') slow.close();
    else {
      void (async () => {
        for await (const event of slow) if (event.type === 'message' && settled() === count) break;
      })();
    }
    await toEnd(reading, kit.clock);
    expect(settled()).toBe(count);
    expect(ofType(await rest(other), 'tool-result')).toHaveLength(count);
  });

  it('hear what happens beside all calls, and take it from no one; nothing follows once they have left', async () => {
    const announcements = createAnnouncements();
    const kit = createKit([talk], { announcements });
    const listening = [
      kit.runtime.subscribe({ whenSlow: 'latest' }),
      kit.runtime.subscribe({ whenSlow: { buffer: 9 } }),
    ];
    const gone = kit.runtime.subscribe({ whenSlow: 'latest' });
    gone.close();
    announcements.announce({
      type: 'hook-summary',
      event: 'SessionStart',
      count: 1,
      infos: [],
      errors: [],
      preventedContinuation: false,
      reason: undefined,
    });
    for (const subscription of listening) expect(shape(await rest(subscription))).toEqual(['hook-summary']);
    expect(await rest(gone)).toEqual([]);
    expect(shape(await runAll(kit, one))[0]).toBe('hook-summary');
  });
});

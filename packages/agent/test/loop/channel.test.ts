import { describe, expect, it } from 'vitest';
import { createChannel, type Channel } from '../../src/loop/channel.ts';

interface Item {
  readonly n: number;
}

function channel(onLeave: () => Promise<void> = () => Promise.resolve()): Channel<Item> {
  return createChannel<Item>(onLeave);
}

/** Whether it is settled once all that can happen by itself has happened. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let isDone = false;
  void promise.then(() => {
    isDone = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return isDone;
}

/** As many as may lie unread. */
function fill(items: Channel<Item>): void {
  for (let n = 0; n < 256; n += 1) items.push({ n });
}

describe('a channel', () => {
  it('hands over what was pushed before and what comes, in order, and ends', async () => {
    const items = channel();
    items.push({ n: 1 });
    const seen: number[] = [];
    const reading = (async () => {
      for await (const { n } of items) seen.push(n);
    })();
    await isSettled(reading);
    items.push({ n: 2 });
    items.push({ n: 3 });
    items.end();
    items.push({ n: 4 });
    await reading;
    expect(seen).toEqual([1, 2, 3]);
  });

  it('asks sources to wait while its reader is far behind, and lets them go on once it is not', async () => {
    const items = channel();
    expect(await isSettled(items.room())).toBe(true);
    fill(items);
    const room = items.room();
    expect(await isSettled(room)).toBe(false);
    await items[Symbol.asyncIterator]().next();
    expect(await isSettled(room)).toBe(true);
  });

  it('throws a failure once all before it has been read', async () => {
    const items = channel();
    items.push({ n: 1 });
    items.end({ error: new Error('It broke.') });
    const seen: number[] = [];
    const reading = (async () => {
      for await (const { n } of items) seen.push(n);
    })();
    await expect(reading).rejects.toThrow('It broke.');
    expect(seen).toEqual([1]);
  });

  it('tells when the reader leaves, waits for what follows, and holds nothing back any more', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const items = channel(() => ended);
    fill(items);
    const room = items.room();
    let hasLeft = false;
    const reading = (async () => {
      for await (const _ of items) break;
      hasLeft = true;
    })();
    expect(await isSettled(room)).toBe(true);
    expect(hasLeft).toBe(false);
    fill(items);
    expect(await isSettled(items.room())).toBe(true);
    end();
    await reading;
    expect(hasLeft).toBe(true);
  });

  it('an end lets go of sources that wait', async () => {
    const items = channel();
    fill(items);
    const room = items.room();
    items.end();
    expect(await isSettled(room)).toBe(true);
    expect(await isSettled(items.room())).toBe(true);
  });
});

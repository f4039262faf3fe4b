import { expect, it } from 'vitest';
import { stoppable } from '../../../src/cli/stop/stoppable-feed.ts';

async function* feed(items: readonly string[], onClosed: () => void): AsyncGenerator<string, void> {
  try {
    yield* items;
    await new Promise(() => {});
  } finally {
    onClosed();
  }
}

async function collect(
  items: AsyncIterable<string>,
  onItem: (item: string) => void = () => {},
): Promise<string[]> {
  const seen: string[] = [];
  for await (const item of items) {
    seen.push(item);
    onItem(item);
  }
  return seen;
}

it('ends while it waits for an item that never comes', async () => {
  const controller = new AbortController();
  const collected = collect(
    stoppable(
      feed(['a', 'b'], () => {}),
      controller.signal,
    ),
    (item) => {
      if (item === 'b') setImmediate(() => controller.abort());
    },
  );
  expect(await collected).toEqual(['a', 'b']);
});

it('takes no item after the stop, and closes the feed', async () => {
  const controller = new AbortController();
  let isClosed = false;
  const items = stoppable(
    feed(['a', 'b'], () => (isClosed = true)),
    controller.signal,
  );
  expect(await collect(items, () => controller.abort())).toEqual(['a']);
  await new Promise(setImmediate);
  expect(isClosed).toBe(true);
});

it('passes on that the feed failed', async () => {
  const failing = (async function* (): AsyncGenerator<string, void> {
    yield 'a';
    throw new Error('broken');
  })();
  await expect(collect(stoppable(failing, new AbortController().signal))).rejects.toThrow('broken');
});

it('ends with the feed', async () => {
  const short = (async function* (): AsyncGenerator<string, void> {
    yield 'a';
  })();
  expect(await collect(stoppable(short, new AbortController().signal))).toEqual(['a']);
});

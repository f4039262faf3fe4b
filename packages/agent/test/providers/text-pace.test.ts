import { createFakeClock, type ModelEvent } from '@sluice/core';
import { expect, it, onTestFinished } from 'vitest';
import { open, requestOf } from '../support/drive.ts';
import type { Item, Piece } from '../support/model-server/script.ts';
import { startModelServer } from '../support/model-server/start-model-server.ts';

const PACE_MS = 35;
const pieces: readonly Piece[] = Array.from({ length: 12 }, (_, at): readonly Piece[] => [
  `"${at}`,
  { type: 'wait', ms: 1 },
]).flat();

/** How often the next read was put off while the answer was read. */
async function restsIn(content: readonly Item[], textEveryMs: number | undefined): Promise<number> {
  const server = await startModelServer([{ content }]);
  onTestFinished(() => server.close());
  const clock = createFakeClock();
  const env = { ANTHROPIC_API_KEY: 'key' };
  const provider = await open({
    model: 'anthropic/test',
    baseUrl: server.address,
    env,
    clock,
    textEveryMs,
  });
  let rests = 0;
  let isOver = false;
  const reading = (async (): Promise<ModelEvent[]> => {
    const events: ModelEvent[] = [];
    for await (const event of provider.send(requestOf(), new AbortController().signal)) events.push(event);
    isOver = true;
    return events;
  })();
  while (!isOver) {
    if (clock.untilNext === PACE_MS) {
      rests += 1;
      clock.advance(PACE_MS);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await reading).at(-1)?.type).toBe('message-end');
  return rests;
}

it.each([
  ['text', { type: 'text', text: pieces }],
  ['thinking', { type: 'thinking', text: pieces }],
] as const)('%s is read at the pace that was chosen', async (_, item) => {
  expect(await restsIn([item], PACE_MS)).toBeGreaterThan(0);
});

it('text is read as it comes unless a pace was chosen', async () => {
  expect(await restsIn([{ type: 'text', text: pieces }], undefined)).toBe(0);
});

it('a call is read as it comes: it is waited for', async () => {
  const call = { type: 'call', name: 'Read', input: {}, pieces: ['{"path":"', 'a', 'b', 'c', '"}'] } as const;
  expect(await restsIn([call], PACE_MS)).toBe(0);
});

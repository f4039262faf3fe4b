import { setImmediate as turn } from 'node:timers/promises';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { FeedItem, Journal, Runtime } from '../../src/index.ts';
import { call, createKit, end, FREE, toolOf } from '../support/kit.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

const CALLS = 2000;
/** More than a run may ever hold, and far fewer than all. */
const FEW = 1100;

/** Of a message: its id stays in sets of the session. Without them, a call leaves several thousand. */
const MAX_OLD_BYTES = 1500;

const keepsNothing: Journal = {
  append: () => ({ ok: true }),
  read: async () => ({ entries: [], setAside: 0 }),
  close() {},
};

describe('a run of many messages', () => {
  it.each([
    ['one call each', 1],
    ['a hundred calls each', 100],
  ])('of %s takes no more from its feed than its reader keeps up with', async (_title, perMessage) => {
    const { runtime } = createKit([toolOf('Read', FREE)]);
    let fed = 0;
    async function* feed(): AsyncGenerator<FeedItem> {
      while (fed < CALLS) {
        fed += 1;
        yield call(`c${fed}`, 'Read');
        if (fed % perMessage === 0) yield end();
      }
    }
    let read = 0;
    let furthest = 0;
    for await (const event of runtime.run(feed())) {
      if (event.type !== 'tool-result') continue;
      read += 1;
      expect(event.callId).toBe(`c${read}`);
      // All that can be done without this reader is done.
      await turn();
      furthest = Math.max(furthest, fed - read);
    }
    expect(read).toBe(CALLS);
    expect(furthest).toBeLessThan(FEW);
  });

  it('lets go of the calls whose events were read', async () => {
    const { runtime } = createKit([toolOf('Read', FREE)], { journal: keepsNothing });
    const inputs: WeakRef<object>[] = [];
    const results: WeakRef<object>[] = [];
    async function* feed(): AsyncGenerator<FeedItem> {
      for (let number = 1; number <= CALLS; number += 1) {
        const input = { number };
        inputs.push(new WeakRef(input));
        yield call(`c${number}`, 'Read', input);
        yield end();
      }
    }
    const isThere = (one: WeakRef<object>): boolean => one.deref() !== undefined;
    let left: readonly number[] = [];
    for await (const event of runtime.run(feed())) {
      if (event.type !== 'tool-result') continue;
      results.push(new WeakRef(event.result));
      if (results.length !== CALLS - 1) continue;
      // What a turn has looked at stays until its end.
      await turn();
      if (typeof collectGarbage === 'function') collectGarbage();
      left = [inputs, results].map((kind) => kind.filter(isThere).length);
    }
    expect(results).toHaveLength(CALLS);
    for (const count of left) expect(count).toBeLessThan(FEW);
    expect(left).toHaveLength(2);
  });

  /** An object in the old generation, even a dead one, keeps what it refers to until the next full collection. */
  it.each<[title: string, round: (runtime: Runtime, number: number) => Promise<unknown>]>([
    [
      'a run',
      async (runtime, number) => {
        const events = runtime.run([{ id: `c${number}`, name: 'Read', input: {} }])[Symbol.asyncIterator]();
        while ((await events.next()).done !== true);
      },
    ],
    [
      'a message of a program',
      async (runtime) => {
        const message = runtime.openMessage();
        const { result } = message.add({ id: 'one', name: 'Read', input: {} });
        await message.end();
        await result;
      },
    ],
    ['a decision', (runtime) => runtime.decide({ name: 'Read', input: {} })],
  ])('leaves nothing of %s in the old generation', async (_title, round) => {
    const { runtime } = createKit([toolOf('Read', FREE)], { journal: keepsNothing });
    const rounds = async (): Promise<void> => {
      for (let number = 0; number < CALLS; number += 1) {
        await round(runtime, number);
        await turn();
      }
    };
    await rounds();
    collect('major');
    const before = oldBytes();
    await rounds();
    // What is still young has been promoted after two.
    collect('minor');
    collect('minor');
    expect((oldBytes() - before) / CALLS).toBeLessThan(MAX_OLD_BYTES);
  });
});

function collect(type: 'major' | 'minor'): void {
  if (typeof collectGarbage === 'function') collectGarbage({ type });
}

function oldBytes(): number {
  const old = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space');
  return old?.space_used_size ?? 0;
}

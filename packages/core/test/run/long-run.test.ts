import { execFileSync } from 'node:child_process';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { FeedItem, Journal } from '../../src/index.ts';
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

  it('keeps of the calls of a long message what the model sees of them, and not their data', async () => {
    const data: WeakRef<object>[] = [];
    const returnsMuch = toolOf('Read', {
      ...FREE,
      call: async () => {
        const one = { text: `${data.length}` };
        data.push(new WeakRef(one));
        return { data: one };
      },
    });
    const { runtime } = createKit([returnsMuch], { journal: keepsNothing });
    async function* feed(): AsyncGenerator<FeedItem> {
      for (let number = 1; number <= CALLS; number += 1) yield call(`c${number}`, 'Read', { number });
      yield end();
    }
    let read = 0;
    let left = CALLS;
    let shown = '';
    for await (const event of runtime.run(feed())) {
      if (event.type === 'message') shown = JSON.stringify(event.message.content);
      if (event.type !== 'tool-result') continue;
      read += 1;
      if (read !== CALLS - 1) continue;
      await turn();
      if (typeof collectGarbage === 'function') collectGarbage();
      left = data.filter((one) => one.deref() !== undefined).length;
    }
    expect(left).toBeLessThan(FEW);
    expect(shown).toContain(`${CALLS - 1}`);
  });

  /** An object in the old generation, even a dead one, keeps what it refers to until the next full collection. */
  it.each(['a run', 'a message of a program', 'a decision'])(
    'leaves nothing of %s in the old generation',
    (what) => {
      // In a process of its own: what other tests have run before changes what V8 keeps.
      const script = fileURLToPath(new URL('old-generation.ts', import.meta.url));
      const printed = execFileSync(process.execPath, [
        '--conditions=sluice-source',
        '--expose-gc',
        script,
        what,
      ]);
      expect(Number(printed)).toBeLessThan(MAX_OLD_BYTES);
    },
  );
});

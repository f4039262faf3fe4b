import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileChange } from '@sluice/settings';
import { MAX_RUNS, WITHIN_MS } from '../src/directory/run-limit.ts';
import { fileChangeQueue, together } from '../src/events/file-change-queue.ts';

const CHANGES: readonly FileChange[] = ['add', 'change', 'unlink'];

/** Whether the file is there after a change, and whether it must have been before. */
const isThere = (change: FileChange): boolean => change !== 'unlink';
const wasThere = (change: FileChange): boolean => change !== 'add';

/** Changes that can follow each other, of a file that is there at first or not. */
function possible(steps: readonly boolean[], before: boolean): readonly FileChange[] {
  let there = before;
  return steps.map((isKept) => {
    const change = there ? (isKept ? 'change' : 'unlink') : 'add';
    there = isThere(change);
    return change;
  });
}

/** Time that stands still but where it is moved on. */
function clock() {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly fire: () => void }>();
  return {
    timers,
    now: () => now,
    setTimer(ms: number, fire: () => void) {
      const timer = { at: now + ms, fire };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(ms: number) {
      now += ms;
      for (const timer of timers) {
        if (timer.at > now) continue;
        timers.delete(timer);
        timer.fire();
      }
    },
  };
}

/** Lets everything happen that can. */
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('two changes as one', () => {
  it.each<[first: FileChange, second: FileChange, both: FileChange | undefined]>([
    ['add', 'change', 'add'],
    ['add', 'unlink', undefined],
    ['change', 'change', 'change'],
    ['change', 'unlink', 'unlink'],
    ['unlink', 'add', 'change'],
  ])('%s and %s: %s', (first, second, both) => {
    expect(together(first, second)).toBe(both);
  });

  it('lead from what was before the first to what is after the second', () => {
    for (const first of CHANGES) {
      for (const second of CHANGES) {
        if (isThere(first) !== wasThere(second)) continue;
        const both = together(first, second);
        if (both === undefined) expect([wasThere(first), isThere(second)]).toEqual([false, false]);
        else expect([wasThere(both), isThere(both)]).toEqual([wasThere(first), isThere(second)]);
      }
    }
  });
});

describe('changes of files', () => {
  it('property: of one file are told one at a time, each from where the last one led to; nothing is lost', async () => {
    const file = fc.record({ isThere: fc.boolean(), steps: fc.array(fc.boolean(), { maxLength: 6 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 60 }),
        async (files, order) => {
          const left = files.map(({ isThere: there, steps }) => [...possible(steps, there)]);
          const told = files.map((): FileChange[] => []);
          const open: { readonly index: number; readonly done: () => void }[] = [];
          let max = 0;
          const changed = fileChangeQueue(
            async (path, change) => {
              const index = Number(path);
              expect(open.some((one) => one.index === index)).toBe(false);
              told[index]?.push(change);
              await new Promise<void>((done) => {
                open.push({ index, done });
                max = Math.max(max, open.length);
              });
            },
            clock(),
            () => {},
          );
          for (const choice of order) {
            const index = choice % files.length;
            const next = choice % 3 === 0 ? undefined : left[index]?.shift();
            if (next !== undefined) changed.add(String(index), next);
            else open.splice(choice % Math.max(1, open.length), 1)[0]?.done();
            await settle();
          }
          for (const [index, rest] of left.entries())
            for (const change of rest) changed.add(String(index), change);
          while (open.length > 0) {
            open.shift()?.done();
            await settle();
          }
          expect(max).toBeLessThanOrEqual(4);
          for (const [index, { isThere: before, steps }] of files.entries()) {
            let there = before;
            for (const change of told[index] ?? []) {
              expect(wasThere(change)).toBe(there);
              there = isThere(change);
            }
            const last = possible(steps, before).at(-1);
            expect(there).toBe(last === undefined ? before : isThere(last));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of a file whose hooks hang hold up no other’s, and grow no list', async () => {
    const told: string[] = [];
    const gate = Promise.withResolvers<void>();
    const changed = fileChangeQueue(
      async (path, change) => {
        told.push(`${change} ${path}`);
        if (path === 'slow') await gate.promise;
      },
      clock(),
      () => {},
    );
    changed.add('slow', 'add');
    for (let count = 0; count < 1000; count += 1) changed.add('slow', 'change');
    changed.add('quick', 'change');
    await settle();
    expect(told).toEqual(['add slow', 'change quick']);
    gate.resolve();
    await settle();
    expect(told).toEqual(['add slow', 'change quick', 'change slow']);
  });

  it('of a file that its hooks change again and again rest for a while, and none is lost; another file’s run', async () => {
    const time = clock();
    const rested: string[] = [];
    const told = { busy: 0, calm: 0 };
    let isWriting = true;
    const changed = fileChangeQueue(
      async (path) => {
        told[path === 'busy' ? 'busy' : 'calm'] += 1;
        if (path === 'busy' && isWriting) setImmediate(() => changed.add('busy', 'change'));
      },
      time,
      (path) => void rested.push(path),
    );
    changed.add('busy', 'change');
    for (let turn = 0; turn < 100; turn += 1) await settle();
    expect([told.busy, rested]).toEqual([MAX_RUNS, ['busy']]);
    changed.add('calm', 'change');
    await settle();
    expect(told.calm).toBe(1);
    time.pass(WITHIN_MS - 1);
    await settle();
    expect(told.busy).toBe(MAX_RUNS);
    isWriting = false;
    time.pass(1);
    await settle();
    expect([told.busy, rested.length, time.timers.size]).toEqual([MAX_RUNS + 1, 1, 0]);
  });

  it('that come now and then never rest, and none runs after the end', async () => {
    const time = clock();
    const rested: string[] = [];
    let count = 0;
    const changed = fileChangeQueue(
      async () => void (count += 1),
      time,
      (path) => void rested.push(path),
    );
    for (let turn = 0; turn < 100; turn += 1) {
      changed.add('a', 'change');
      await settle();
      time.pass(WITHIN_MS / MAX_RUNS);
    }
    expect([count, rested]).toEqual([100, []]);
    for (let turn = 0; turn < 100; turn += 1) {
      changed.add('a', 'change');
      await settle();
    }
    expect(rested).toEqual(['a']);
    const before = count;
    changed.close();
    time.pass(WITHIN_MS);
    await settle();
    expect([count, time.timers.size]).toEqual([before, 0]);
  });
});

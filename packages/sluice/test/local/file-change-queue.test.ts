import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileChange } from '@sluice/settings/hooks';
import { fileChangeQueue, together } from '../../src/local/file-change-queue.ts';

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
          let most = 0;
          const changed = fileChangeQueue(async (path, change) => {
            const index = Number(path);
            expect(open.some((one) => one.index === index)).toBe(false);
            told[index]?.push(change);
            await new Promise<void>((done) => {
              open.push({ index, done });
              most = Math.max(most, open.length);
            });
          });
          for (const choice of order) {
            const index = choice % files.length;
            const next = choice % 3 === 0 ? undefined : left[index]?.shift();
            if (next !== undefined) changed(String(index), next);
            else open.splice(choice % Math.max(1, open.length), 1)[0]?.done();
            await settle();
          }
          for (const [index, rest] of left.entries())
            for (const change of rest) changed(String(index), change);
          while (open.length > 0) {
            open.shift()?.done();
            await settle();
          }
          expect(most).toBeLessThanOrEqual(4);
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
    const changed = fileChangeQueue(async (path, change) => {
      told.push(`${change} ${path}`);
      if (path === 'slow') await gate.promise;
    });
    changed('slow', 'add');
    for (let count = 0; count < 1000; count += 1) changed('slow', 'change');
    changed('quick', 'change');
    await settle();
    expect(told).toEqual(['add slow', 'change quick']);
    gate.resolve();
    await settle();
    expect(told).toEqual(['add slow', 'change quick', 'change slow']);
  });
});

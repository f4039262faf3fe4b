import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadRecord } from '../../src/index.ts';
import { RUNS } from '../support/toy-calls.ts';
import { createSessionLedger } from '../../src/result/session-ledger.ts';

const PATH = '/d/a';

function page(offset: number, limit: number, rest: Partial<ReadRecord> = {}): ReadRecord {
  const messageId = rest.messageId ?? 'm1';
  const range = { offset, limit, total: 3000 };
  const place = { path: PATH, callId: `${messageId}-${offset}`, messageId };
  const known = { hash: 'h1', size: 1, mtimeMs: 1, inode: 1 };
  return { ...place, ...known, kind: 'read', isPartial: true, range, ...rest };
}

function ledgerOf(entries: readonly ReadRecord[]) {
  const ledger = createSessionLedger();
  for (const entry of entries) ledger.record(entry);
  return ledger;
}

describe('pages of a file that were read one after the other', () => {
  const whole = { ...page(1, 3000), isPartial: false };
  const rows: [string, ReadRecord[], boolean][] = [
    ['that reach from its first line to its last are all of it', [page(1, 2000), page(2001, 1000)], true],
    ['count in any order', [page(2001, 1000), page(1, 2000)], true],
    ['may overlap', [page(1, 2500), page(2000, 1001), page(1, 10)], true],
    ['with a line between them are a part', [page(1, 1999), page(2001, 1000)], false],
    ['without the last line are a part', [page(1, 2000), page(2001, 999)], false],
    ['without the first line are a part', [page(2, 1999), page(2001, 1000)], false],
    ['of which one was cut are a part', [page(1, 2000, { shortOf: 'cut' }), page(2001, 1000)], false],
    ['of another content are a part', [page(1, 2000, { hash: 'h0' }), page(2001, 1000)], false],
    [
      'around a write are a part',
      [page(1, 2000), { ...whole, kind: 'write', hash: 'h0' }, page(2001, 9)],
      false,
    ],
    [
      'of a file whose end is not known are a part',
      [page(1, 2000), page(2001, 1000)].map((entry) => ({ ...entry, range: { offset: 1, limit: 3000 } })),
      false,
    ],
    ['after all of it was read take nothing back', [whole, page(5, 1)], true],
  ];
  it.each(rows)('%s', (_, entries, isWhole) => {
    expect(ledgerOf(entries).get(PATH)?.isPartial).toBe(!isWhole);
  });

  it('are seen when each of them went to the model in an earlier message', () => {
    const ledger = ledgerOf([page(1, 2000), page(2001, 1000, { messageId: 'm2' })]);
    ledger.markReleased('m1');
    expect(ledger.isSeenBefore(PATH, 'm2')).toBe(false);
    expect(ledger.isSeenBefore(PATH, 'm3')).toBe(false);
    ledger.markReleased('m2');
    expect(ledger.isSeenBefore(PATH, 'm3')).toBe(true);
    expect(ledger.get(PATH)).not.toHaveProperty('range');
  });

  it('count no more when their message was retracted', () => {
    const ledger = ledgerOf([page(1, 2000), page(2001, 1000, { messageId: 'm2' })]);
    ledger.forgetReads('m2');
    expect(ledger.get(PATH)?.isPartial).toBe(true);
  });

  it('are all of it just when no line is missing', () => {
    const ranges = fc.array(fc.record({ offset: fc.integer({ min: 1, max: 12 }), limit: fc.nat(6) }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(ranges, (given) => {
        const entries = given.map(({ offset, limit }) =>
          page(offset, limit, { range: { offset, limit, total: 10 } }),
        );
        const missing = Array.from({ length: 10 }, (_, index) => index + 1).filter(
          (line) => !given.some(({ offset, limit }) => offset <= line && line < offset + limit),
        );
        expect(ledgerOf(entries).get(PATH)?.isPartial).toBe(missing.length > 0);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a page that the message had no room for', () => {
  it('names no range, since the model did not see it', () => {
    const ledger = ledgerOf([{ ...page(1, 3000), isPartial: false }]);
    ledger.markPartial('m1', 'm1-1');
    expect(ledger.get(PATH)).toMatchObject({ isPartial: true, shortOf: 'budget' });
    expect(ledger.get(PATH)).not.toHaveProperty('range');
  });

  it('counts for what was left of it', () => {
    const ledger = ledgerOf([{ ...page(1, 3000), isPartial: false }]);
    ledger.markPartial('m1', 'm1-1', { offset: 1, limit: 1200, total: 3000 });
    expect(ledger.get(PATH)).toMatchObject({ isPartial: true, range: { offset: 1, limit: 1200 } });
    ledger.record(page(1201, 1800, { messageId: 'm2' }));
    expect(ledger.get(PATH)?.isPartial).toBe(false);
  });

  it('counts for nothing where lines of it were cut', () => {
    const ledger = ledgerOf([page(1, 2000, { shortOf: 'cut' })]);
    ledger.markPartial('m1', 'm1-1', { offset: 1, limit: 1200, total: 3000 });
    ledger.record(page(1201, 1800, { messageId: 'm2' }));
    expect(ledger.get(PATH)?.isPartial).toBe(true);
  });

  it('takes nothing back of what an earlier message showed', () => {
    const ledger = ledgerOf([{ ...page(1, 3000), isPartial: false }]);
    ledger.markReleased('m1');
    ledger.record({ ...page(1, 3000, { messageId: 'm2' }), isPartial: false });
    ledger.markPartial('m2', 'm2-1');
    expect(ledger.isSeenBefore(PATH, 'm2')).toBe(true);
    expect(ledger.get(PATH)?.isPartial).toBe(false);
  });
});

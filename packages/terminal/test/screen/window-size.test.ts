import { expect, it } from 'vitest';
import { WindowSize, type DrawnSize } from '../../src/screen/window-size.ts';
import type { Tty, TtySize } from '../../src/tty/tty.ts';

const WIDE = { columns: 80, rows: 24 };
const NARROW = { columns: 40, rows: 24 };

function openWindow({ settleMs = 0, reportMs = 0 }: { settleMs?: number; reportMs?: number }) {
  const state = { reported: WIDE as TtySize, now: 0 };
  const resizes: (readonly [number, number])[] = [];
  const asked: ((size: DrawnSize | undefined) => void)[] = [];
  let confirmed = 0;
  const tty: Tty = {
    ...{ size: () => state.reported, write: () => {}, behind: 0 },
    ...{ reflows: true, wrapsErased: false, settleMs, reportMs },
  };
  const size = new WindowSize({
    tty,
    askSize: (done) => asked.push(done),
    now: () => state.now,
    whenResized: (before, after) => resizes.push([before.columns, after.columns]),
    whenConfirmed: () => (confirmed += 1),
  });
  return { size, state, resizes, asked, confirmed: () => confirmed };
}

it('reports a change once, with both sizes, and has changed until a frame is drawn', () => {
  const { size, state, resizes } = openWindow({});
  expect(size.isResized()).toBe(false);
  state.reported = NARROW;
  expect([size.isResized(), size.isResized()]).toEqual([true, false]);
  expect(resizes).toEqual([[80, 40]]);
  expect([size.hasChanged, size.isSettled()]).toEqual([true, true]);
  size.accept();
  expect(size.hasChanged).toBe(false);
});

it('is settled once the last change is old enough', () => {
  const { size, state } = openWindow({ settleMs: 100 });
  expect(size.isSettled()).toBe(true);
  state.reported = NARROW;
  size.isResized();
  expect(size.isSettled()).toBe(false);
  state.now = 100;
  expect(size.isSettled()).toBe(true);
});

it('asks a terminal that reports late whether it has the size that it reported', () => {
  const { size, state, asked, confirmed } = openWindow({ reportMs: 250 });
  state.reported = NARROW;
  size.isResized();
  expect([size.isSettled(), size.isSettled(), asked.length]).toEqual([false, false, 1]);
  asked[0]?.({ ...NARROW, cursorRow: 7 });
  expect([size.isSettled(), size.cursorRow, confirmed()]).toEqual([true, 7, 1]);
});

it('takes the size that the terminal says over the one that it reported', () => {
  const { size, state, resizes, asked, confirmed } = openWindow({ reportMs: 250 });
  state.reported = NARROW;
  size.isResized();
  size.isSettled();
  asked[0]?.({ columns: 60, rows: 24, cursorRow: 7 });
  expect([size.size.columns, size.cursorRow, confirmed()]).toEqual([60, undefined, 0]);
  expect(resizes).toEqual([
    [80, 40],
    [40, 60],
  ]);
  expect(size.isSettled()).toBe(false);
});

it('knows the size in which the last footer was drawn, not an earlier one', () => {
  const { size, asked } = openWindow({ reportMs: 250 });
  size.footerDrawn();
  size.footerDrawn();
  asked[0]?.(WIDE);
  expect(size.drawnIn).toBeUndefined();
  asked[1]?.(WIDE);
  expect(size.drawnIn).toEqual(WIDE);
});

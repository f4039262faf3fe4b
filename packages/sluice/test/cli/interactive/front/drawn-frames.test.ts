import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DrawnFrames } from '../../../../src/cli/interactive/front/drawn-frames.ts';
import { LendTurns } from '../../../../src/cli/interactive/front/lend-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(): { frames: DrawnFrames; written: string[]; done: number[] } {
  const written: string[] = [];
  return { frames: new DrawnFrames((text) => written.push(text)), written, done: [] };
}

it('a frame is drawn when the terminal has answered the question behind it, however late', async () => {
  const { frames, written, done } = open();
  frames.ask(() => done.push(1));
  // The frame itself is written first.
  expect(written).toEqual([]);
  await Promise.resolve();
  expect(written).toEqual(['\u001b[5n']);
  frames.ask(() => done.push(2));
  vi.advanceTimersByTime(2000);
  expect(done).toEqual([]);
  frames.answered();
  expect(done).toEqual([1]);
  frames.answered();
  frames.answered();
  expect(done).toEqual([1, 2]);
});

it('tells the size in which a frame was drawn and the row of its cursor, where the terminal says it', async () => {
  const { frames, written } = open();
  const sizes: unknown[] = [];
  frames.askSize((size) => sizes.push(size));
  frames.askSize((size) => sizes.push(size));
  await Promise.resolve();
  const question = '\u001b[6n\u001b7\u001b[9999;9999H\u001b[6n\u001b8\u001b[5n';
  expect(written).toEqual([question, question]);
  frames.sized({ columns: 3, rows: 8 });
  frames.sized({ columns: 40, rows: 20 });
  frames.answered();
  frames.answered();
  // A key, as no size is asked for any more.
  frames.sized({ columns: 2, rows: 1 });
  frames.askSize((size) => sizes.push(size));
  frames.answered();
  expect(sizes).toEqual([{ columns: 40, rows: 20, cursorRow: 7 }, undefined, undefined]);
});

it('tells how long the terminal took to answer', () => {
  const took: number[] = [];
  const frames = new DrawnFrames(
    () => {},
    (ms) => took.push(ms),
  );
  frames.ask(() => {});
  vi.advanceTimersByTime(70);
  frames.answered();
  expect(took).toEqual([70]);
});

it('a terminal that does not answer is asked no more', async () => {
  const { frames, written, done } = open();
  frames.ask(() => done.push(1));
  await Promise.resolve();
  vi.advanceTimersByTime(3000);
  expect(done).toEqual([1]);
  frames.ask(() => done.push(2));
  await Promise.resolve();
  expect(done).toEqual([1, 2]);
  expect(written).toHaveLength(1);
});

it('a terminal that has answered before is waited for, and asked again where an answer was lost', async () => {
  const { frames, written, done } = open();
  frames.ask(() => done.push(1));
  await Promise.resolve();
  frames.answered();
  frames.ask(() => done.push(2));
  vi.advanceTimersByTime(10_000);
  expect(done).toEqual([1]);
  vi.advanceTimersByTime(5000);
  expect(done).toEqual([1, 2]);
  frames.ask(() => done.push(3));
  await Promise.resolve();
  expect(written).toHaveLength(3);
  expect(done).toEqual([1, 2]);
  frames.settle();
  expect(done).toEqual([1, 2, 3]);
});

it.each([
  ['with the answer', (frames: DrawnFrames) => frames.answered()],
  ['without one after half a second', () => void vi.advanceTimersByTime(500)],
])('is idle %s, and at once where nothing was asked', async (_, happens) => {
  const { frames } = open();
  await frames.idle();
  frames.resume();
  frames.ask(() => {});
  let isIdle = false;
  const idle = frames.idle().then(() => (isIdle = true));
  await Promise.resolve();
  expect(isIdle).toBe(false);
  happens(frames);
  await idle;
  expect(isIdle).toBe(true);
});

it('asks nothing from the moment it has to be idle until the terminal is its own again', async () => {
  const { frames, written, done } = open();
  const askAgain = (): void => {
    done.push(1);
    if (done.length < 5) frames.ask(askAgain);
  };
  frames.ask(askAgain);
  await Promise.resolve();
  const idle = frames.idle();
  frames.answered();
  // The fake clock stands still: only the answer can end it.
  await idle;
  expect(done).toHaveLength(5);
  frames.ask(() => done.push(6));
  frames.settle();
  await Promise.resolve();
  expect([done.at(-1), written.length]).toEqual([6, 1]);
  frames.resume();
  frames.ask(() => done.push(7));
  await Promise.resolve();
  expect([done.at(-1), written.length]).toEqual([6, 2]);
  frames.answered();
  expect(done.at(-1)).toBe(7);
});

it('lends the terminal to one program after the other, also after one that fails', async () => {
  const turns = new LendTurns();
  const happened: string[] = [];
  const gate = Promise.withResolvers<void>();
  expect(turns.isPending).toBe(false);
  const first = turns.take(async () => {
    happened.push('first');
    await gate.promise;
    happened.push('first is done');
    throw new Error('it failed');
  });
  const second = turns.take(() => Promise.resolve(happened.push('second')));
  expect(turns.isPending).toBe(true);
  gate.resolve();
  await expect(first).rejects.toThrow('it failed');
  await second;
  expect(happened).toEqual(['first', 'first is done', 'second']);
  expect(turns.isPending).toBe(false);
});

it('waits longer for the last answers of a terminal that takes long to answer, but not for ever', async () => {
  const { frames } = open();
  frames.ask(() => {});
  vi.advanceTimersByTime(900);
  frames.answered();
  frames.ask(() => {});
  let isIdle = false;
  const idle = frames.idle().then(() => (isIdle = true));
  await vi.advanceTimersByTimeAsync(1700);
  expect(isIdle).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  await idle;
});

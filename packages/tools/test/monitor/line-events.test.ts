import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineEvents } from '../../src/monitor/line-events.ts';
import { MAX_LINE, MAX_LINES, MAX_PER_MINUTE } from '../../src/monitor/monitor-limits.ts';

function events() {
  let now = 0;
  return { events: new LineEvents(() => now), wait: (ms: number) => void (now += ms) };
}

it('tells the same lines however the text is cut', () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, ''));
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: MAX_PER_MINUTE }),
      fc.array(fc.nat(9), { minLength: 1 }),
      (lines, cuts) => {
        const { events: watch } = events();
        const text = lines.map((one) => `${one}\n`).join('');
        for (let from = 0, turn = 0; from < text.length; turn += 1) {
          const size = (cuts[turn % cuts.length] ?? 0) + 1;
          watch.take(text.slice(from, from + size));
          from += size;
        }
        expect(watch.tell()?.lines ?? []).toEqual(
          lines.filter((one) => one.trim() !== '').map((one) => one.slice(0, MAX_LINE)),
        );
      },
    ),
  );
});

it('counts what is too much for a minute, and says so when the minute is over', () => {
  const { events: watch, wait } = events();
  watch.take('line\n'.repeat(MAX_PER_MINUTE + 30));
  expect(watch.tell()).toEqual({ lines: Array.from({ length: MAX_PER_MINUTE }, () => 'line'), folded: 0 });
  wait(30_000);
  watch.take('line\n'.repeat(5));
  expect(watch.tell()).toBeUndefined();
  wait(30_000);
  expect(watch.tell()).toEqual({ lines: [], folded: 35 });
  watch.take('again\n');
  expect(watch.tell()).toEqual({ lines: ['again'], folded: 0 });
});

it('cuts long lines, keeps little of one that never ends, and ends at its limit', () => {
  const { events: watch } = events();
  watch.take(`${'x'.repeat(10_000)}\nrest`);
  expect(watch.tell()?.lines).toEqual([`${'x'.repeat(MAX_LINE)}…`]);
  watch.end();
  expect(watch.tell(true)?.lines).toEqual(['rest']);
  expect(watch.isFull).toBe(false);
  watch.take('y\n'.repeat(100_000));
  expect(watch.isFull).toBe(true);
  expect(watch.tell(true)).toEqual({
    lines: Array.from({ length: MAX_PER_MINUTE - 2 }, () => 'y'),
    folded: MAX_LINES - MAX_PER_MINUTE,
  });
});

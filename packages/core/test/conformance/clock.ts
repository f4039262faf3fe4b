import { beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '@sluice/core';

export interface ClockUnderTest {
  readonly clock: Clock;
  /** Resolves when `ms` have passed on this clock and all timers due by then have fired. */
  elapse(ms: number): Promise<void>;
}

const LATER = 3_600_000;

/** What every clock promises. */
export function describeClock(name: string, makeClock: () => ClockUnderTest): void {
  describe(`${name}: the promises of a clock`, () => {
    let subject: ClockUnderTest;
    beforeEach(() => {
      subject = makeClock();
    });

    it('never goes back', async () => {
      const before = subject.clock.now();
      await subject.elapse(2);
      const after = subject.clock.now();
      expect(after).toBeGreaterThan(before);
      expect(subject.clock.now()).toBeGreaterThanOrEqual(after);
    });

    it('tells the time of the Unix epoch in milliseconds', () => {
      expect(subject.clock.wallTime()).toBeGreaterThan(Date.UTC(2020, 0, 1));
      expect(subject.clock.wallTime()).toBeLessThan(Date.UTC(2200, 0, 1));
    });

    it('fires each timer once, in order of time, then of setting', async () => {
      const fired: string[] = [];
      subject.clock.setTimer(6, () => fired.push('last'));
      subject.clock.setTimer(3, () => fired.push('first'));
      subject.clock.setTimer(3, () => fired.push('second'));
      await subject.elapse(10);
      expect(fired).toEqual(['first', 'second', 'last']);
    });

    it('never fires before setTimer has returned', async () => {
      const order: string[] = [];
      subject.clock.setTimer(0, () => order.push('fired'));
      order.push('set');
      await subject.elapse(5);
      expect(order).toEqual(['set', 'fired']);
    });

    it('never fires a timer that was taken back, however often', async () => {
      const fired: string[] = [];
      const takeBack = subject.clock.setTimer(2, () => fired.push('taken back'));
      takeBack();
      takeBack();
      const late = subject.clock.setTimer(1, () => fired.push('fired'));
      await subject.elapse(10);
      late();
      expect(fired).toEqual(['fired']);
    });

    it('lets a timer take back another that is due later', async () => {
      const fired: string[] = [];
      const takeBack = subject.clock.setTimer(6, () => fired.push('taken back'));
      subject.clock.setTimer(2, takeBack);
      await subject.elapse(12);
      expect(fired).toEqual([]);
    });

    it('fires a timer that a timer has set', async () => {
      const fired: string[] = [];
      subject.clock.setTimer(1, () => {
        subject.clock.setTimer(1, () => fired.push('inner'));
      });
      await subject.elapse(12);
      expect(fired).toEqual(['inner']);
    });

    it('does not take a very long delay for none', async () => {
      const fired: string[] = [];
      const delays = [LATER, 2 ** 31, 2 ** 40, Number.POSITIVE_INFINITY];
      const timers = delays.map((ms) => subject.clock.setTimer(ms, () => fired.push(String(ms))));
      await subject.elapse(5);
      for (const takeBack of timers) takeBack();
      expect(fired).toEqual([]);
    });
  });
}

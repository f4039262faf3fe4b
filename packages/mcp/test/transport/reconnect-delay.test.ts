import { expect, it } from 'vitest';
import { SseReconnects } from '../../src/transport/reconnect-delay.ts';

it('a lost connection is opened again after a second, then after twice as long, five times in a row', () => {
  const reconnects = new SseReconnects();
  reconnects.connected();
  const waits = Array.from({ length: 7 }, () => reconnects.next());
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, undefined, undefined]);
});

it('one that has lasted a minute counts from the beginning, one that has not goes on', () => {
  let time = 0;
  const reconnects = new SseReconnects(() => time);
  const waits = [59_999, 59_999, 60_000].map((lastsMs) => {
    reconnects.connected();
    time += lastsMs;
    return reconnects.next();
  });
  expect(waits).toEqual([1_000, 2_000, 1_000]);
});

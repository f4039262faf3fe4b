import { expect, it } from 'vitest';
import type { JsonObject } from '@sluice/core';
import { listPages } from '../../src/client/list-pages.ts';
import type { PeerAnswer, RequestOptions } from '../../src/client/peer.ts';

/** A server whose list never ends: each page has these items, and takes so many milliseconds. */
function endless(items: readonly object[], pageMs: number) {
  let time = 0;
  let pages = 0;
  const timeouts: (number | undefined)[] = [];
  const request = (
    _method: string,
    _params: JsonObject,
    { timeoutMs }: RequestOptions,
  ): Promise<PeerAnswer> => {
    timeouts.push(timeoutMs);
    pages += 1;
    if (timeoutMs !== undefined && timeoutMs < pageMs) {
      time += timeoutMs;
      return Promise.resolve({ status: 'timed-out', afterMs: timeoutMs, isIdle: false });
    }
    time += pageMs;
    return Promise.resolve({
      status: 'result',
      result: JSON.parse(JSON.stringify({ tools: items, nextCursor: `${pages}` })),
    });
  };
  return { connection: { request }, timeouts, now: () => time };
}

it('the time for a list is for all of its pages together; what came is kept', async () => {
  const { connection, timeouts, now } = endless([{ name: 'a' }], 12_000);
  const listed = await listPages(connection, 'tools/list', 'tools', { timeoutMs: 30_000 }, {}, now);
  expect(timeouts).toEqual([30_000, 18_000, 6_000]);
  expect(listed).toMatchObject({
    isFailed: false,
    isBroken: true,
    problem: 'tools/list took longer than 30 s.',
  });
  expect(listed.items).toHaveLength(2);
});

it.each([
  ['64 pages', [{ name: 'a' }], 64, 'Only the first 64 pages'],
  ['10,000 items', Array.from({ length: 3_000 }, () => ({ name: 'a' })), 10_000, 'Only the first 10000'],
  ['32 MiB', [{ name: 'a'.repeat(9 * 1024 * 1024) }], 3, 'Only the first 32 MiB'],
])('a list that never ends is used up to %s', async (_what, items, count, problem) => {
  const { connection } = endless(items, 1);
  const listed = await listPages(connection, 'tools/list', 'tools', {});
  expect(listed.items).toHaveLength(count);
  expect(listed.isBroken).toBe(false);
  expect(listed.problem).toMatch(new RegExp(`^${problem}`));
});
